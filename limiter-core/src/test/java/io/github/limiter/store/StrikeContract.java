package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link LimiterStore} does that strikes: whose calls are refused is struck, and refused at once while banned,
 * in the same step. What strikes amount to is in {@code BanStoreContract}.
 */
public abstract class StrikeContract {

    private static final BanRule RULE = BanRule.of("limited", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final long FIVE_MINUTES = 300_000_000;
    private static final Quota TWO = Quota.of(2, Duration.ofSeconds(40));

    private final TestLimit limit = TestLimit.of(SLIDING_WINDOW, TWO);
    private final TestLimit other = TestLimit.of(TOKEN_BUCKET, TWO).named("other");
    private final TestLimit address =
            TestLimit.of(FIXED_WINDOW, TWO).named("address").on(Subject.of("ip", "203.0.113.7"));

    private final ManualTime time = new ManualTime(StoreSuite.START);
    private LimiterStore store;

    /**
     * A store without counts, strikes and bans, for one test.
     *
     * @param time the only clock of its decisions
     * @return the store; the test closes it
     */
    protected abstract LimiterStore createStore(ManualTime time);

    @BeforeEach
    void open() {
        store = createStore(time);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private List<LimitResult> decide(LimitCheck... checks) {
        return store.decide(List.of(checks))
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private boolean passes(TestLimit called) {
        return decide(called.cost(1)).get(0).allowed();
    }

    private long drain(TestLimit called) {
        return Stream.generate(() -> passes(called)).takeWhile(passed -> passed).count();
    }

    private void pass(String length) {
        time.advanceMicros(Micros.parse(length));
    }

    private LimitResult call(TestLimit called) {
        return decide(called.cost(1).counting(RULE)).get(0);
    }

    private List<Change> changes(TestLimit called, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(i -> call(called).standing().change())
                .toList();
    }

    private void ban(TestLimit called) {
        drain(called);
        changes(called, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {SLIDING_WINDOW, FIXED_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET})
    void theThirdRefusalBans(String algorithm) {
        TestLimit called = TestLimit.of(algorithm, Quota.of(2, Duration.ofMinutes(1)));
        drain(called);

        assertThat(changes(called, 3)).containsExactly(Change.STRUCK, Change.STRUCK, Change.BEGAN);
        assertThat(call(called).isBanned()).isTrue();
    }

    @Test
    void anAdmittedCallStrikesNobody() {
        assertThat(call(limit).standing()).isEqualTo(Standing.CLEAR);
    }

    @Test
    void theCallThatCompletesTheRuleIsAnsweredByItsLimit() {
        drain(limit);
        changes(limit, 2);

        LimitResult last = call(limit);

        assertThat(Answer.of(last)).isEqualTo(new Answer(false, false, 0, Micros.parse("40s"), Micros.parse("40s"), 0));
        assertThat(last.standing()).isEqualTo(new Standing(State.BANNED, FIVE_MINUTES, Change.BEGAN, 0));
        assertThat(last.isBanned()).isFalse();
    }

    @Test
    void theNextOneIsAnsweredByTheBan() {
        ban(limit);
        pass("1m");

        LimitResult next = call(limit);

        assertThat(next)
                .isEqualTo(LimitResult.banned(
                        limit.cost(1).counting(RULE), Standing.found(State.BANNED, FIVE_MINUTES - Micros.parse("1m"))));
        assertThat(next.refuses()).isTrue();
    }

    /**
     * What stores send together must be decided as if each call had come by itself, the ban between them too. Which of them
     * comes first is nobody's to say: to a server that answers slowly two may be on their way at once.
     */
    @Test
    void callsThatComeTogetherAreDecidedOneAfterTheOther() {
        TestLimit dave = limit.on(Subject.of("user", "dave"));
        List<CompletableFuture<List<LimitResult>>> ofCarol = new ArrayList<>();
        List<CompletableFuture<List<LimitResult>>> ofDave = new ArrayList<>();
        List<CompletableFuture<List<LimitResult>>> unguarded = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ofCarol.add(start(address.cost(0), limit.cost(1).counting(RULE)));
            ofDave.add(start(dave.cost(1).counting(RULE)));
            unguarded.add(start(other.cost(1)));
            ofDave.add(start(dave.cost(1).counting(RULE)));
        }

        assertThat(ofCarol.stream().map(call -> call.join().get(1)))
                .extracting(LimitResult::allowed, result -> result.standing().change(), LimitResult::isBanned)
                .containsExactlyInAnyOrder(
                        tuple(true, Change.NONE, false),
                        tuple(true, Change.NONE, false),
                        tuple(false, Change.STRUCK, false),
                        tuple(false, Change.STRUCK, false),
                        tuple(false, Change.BEGAN, false),
                        tuple(false, Change.NONE, true));
        assertThat(ofDave.stream().map(call -> call.join().get(0)).filter(LimitResult::isBanned))
                .hasSize(12 - 2 - 3);
        assertThat(unguarded.stream().filter(call -> call.join().get(0).charged()))
                .hasSize(2);
        assertThat(unguarded).allMatch(call -> !call.join().get(0).isBanned());
    }

    private CompletableFuture<List<LimitResult>> start(LimitCheck... checks) {
        return store.decide(List.of(checks)).toCompletableFuture();
    }

    @Test
    void knockingExtendsNothing() {
        ban(limit);
        pass("4m");
        changes(limit, 10);
        pass("1m");

        assertThat(call(limit).allowed()).isTrue();
    }

    @Test
    void aBanHoldsForAllLimitsOfTheSubject() {
        ban(limit);

        assertThat(call(other).isBanned()).isTrue();
        assertThat(passes(other)).as("a check without a rule knows of no bans").isTrue();
    }

    @Test
    void aBanHoldsForNobodyElse() {
        ban(limit);

        assertThat(call(limit.on(Subject.of("user", "dave"))).allowed()).isTrue();
    }

    @Test
    void aCallOfABannedSubjectIsChargedNowhere() {
        ban(limit);

        List<LimitResult> results =
                decide(address.cost(1).counting(RULE), limit.cost(1).counting(RULE), other.cost(1));

        assertThat(results).extracting(LimitResult::charged).containsOnly(false);
        assertThat(results).extracting(LimitResult::isBanned).containsExactly(false, true, false);
        assertThat(drain(address)).isEqualTo(2);
        assertThat(drain(other)).isEqualTo(2);
    }

    @Test
    void onlyTheSubjectOfTheLimitThatRefusesIsStruck() {
        drain(address);

        List<LimitResult> results =
                decide(limit.cost(1).counting(RULE), address.cost(1).counting(RULE));

        assertThat(results)
                .extracting(result -> result.standing().change())
                .containsExactly(Change.NONE, Change.STRUCK);
    }

    @Test
    void aCallStrikesASubjectOnceHoweverManyOfItsLimitsRefuse() {
        drain(limit);
        drain(other);

        for (Change change : List.of(Change.STRUCK, Change.STRUCK, Change.BEGAN)) {
            assertThat(decide(limit.cost(1).counting(RULE), other.cost(1).counting(RULE)))
                    .extracting(result -> result.standing().change())
                    .containsExactly(change, change);
        }
    }

    @Test
    void aCallMayStrikeSeveralSubjects() {
        drain(limit);
        drain(address);

        for (Change change : List.of(Change.STRUCK, Change.STRUCK, Change.BEGAN)) {
            assertThat(decide(limit.cost(1).counting(RULE), address.cost(1).counting(RULE)))
                    .extracting(result -> result.standing().change())
                    .containsExactly(change, change);
        }
    }

    @Test
    void refusalsInShadowStrikeNobody() {
        drain(limit);

        assertThat(decide(limit.inShadow().cost(1), other.cost(1).counting(RULE)))
                .extracting(LimitResult::standing)
                .containsOnly(Standing.CLEAR);
    }

    @Test
    void aRuleInShadowRefusesNobody() {
        BanRule shadow = RULE.withMode(Mode.SHADOW);
        drain(limit);

        assertThat(IntStream.range(0, 4)
                        .mapToObj(i -> decide(limit.cost(1).counting(shadow))
                                .get(0)
                                .standing()
                                .change()))
                .containsExactly(Change.STRUCK, Change.STRUCK, Change.WOULD_HAVE_BEGUN, Change.STRUCK);
    }

    @Test
    void refusalsThatCameTogetherAreOneStrikeAndSayForHowLong() {
        BanRule spaced = RULE.withSpacing(Duration.ofSeconds(5));
        drain(limit);

        List<Standing> standings = IntStream.range(0, 3)
                .mapToObj(i -> decide(limit.cost(1).counting(spaced)).get(0).standing())
                .toList();

        assertThat(standings).extracting(Standing::change).containsExactly(Change.STRUCK, Change.NONE, Change.NONE);
        assertThat(standings.get(0).quiet()).isEqualTo(5_000_000);
        pass("5s");
        assertThat(decide(limit.cost(1).counting(spaced)).get(0).standing().change())
                .isEqualTo(Change.STRUCK);
    }
}
