package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.store.redis.FakeExecutor.Run;
import io.github.limiter.store.redis.ScriptedDecisions.Scripts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is sent by itself, what together. */
class GatheredDecisionsTests {

    private static final long NOW = 1_767_225_600_000_000L;

    private final FakeExecutor redis = new FakeExecutor();
    private long nanos;
    private final GatheredDecisions decisions = gathered();

    private GatheredDecisions gathered() {
        ScriptComposer composer = new ScriptComposer(new AlgorithmRegistry(List.of()).all());
        Scripts scripts = Scripts.of(composer, false);
        redis.load(scripts.all());
        redis.load(scripts.giveBack());
        return new GatheredDecisions(
                new ScriptedDecisions(redis, new KeyNames("limiter:"), scripts, null), new Pace(() -> nanos));
    }

    private CompletableFuture<List<LimitResult>> decide(String... limits) {
        return decisions
                .decide(Arrays.stream(limits).map(GatheredDecisionsTests::limit).toList())
                .toCompletableFuture();
    }

    private static LimitCheck limit(String name) {
        return TestLimit.of(Algorithms.TOKEN_BUCKET, Quota.of(10, Duration.ofMinutes(1)))
                .named(name)
                .cost(1);
    }

    private Run sent(int number) {
        assertThat(redis.decisions).hasSizeGreaterThan(number);
        return redis.decisions.get(number);
    }

    private static String[] keys(String... limits) {
        return Arrays.stream(limits)
                .map(limit -> "limiter:{user:carol}:limit:test:" + limit)
                .toArray(String[]::new);
    }

    @Test
    void theFirstGoesAtOnce() {
        decide("a");

        assertThat(sent(0).keys()).containsExactly(keys("a"));
    }

    @Test
    void thoseThatComeMeanwhileGoTogetherAfterItsAnswer() {
        decide("a");
        decide("b");
        decide("c", "d");
        assertThat(redis.decisions).hasSize(1);

        sent(0).admits(NOW);

        assertThat(redis.decisions).hasSize(2);
        assertThat(sent(1).keys()).containsExactly(keys("b", "c", "d"));
    }

    @Test
    void eachGetsItsOwnAnswer() {
        decide("a");
        CompletableFuture<List<LimitResult>> refused = decide("b");
        CompletableFuture<List<LimitResult>> admitted = decide("c", "d");
        sent(0).admits(NOW);

        sent(1).refuses(NOW, 1_000);

        assertThat(refused.join()).hasSize(1).allMatch(result -> result.retryAfter() == 1_000 && !result.charged());
        assertThat(admitted.join())
                .extracting(result -> result.check().policy().name(), LimitResult::charged, LimitResult::departure)
                .containsExactly(tuple("c", true, NOW), tuple("d", true, NOW));
    }

    @Test
    void thoseThatStrikeGoTogetherWithOthers() {
        decide("a");
        decisions.decide(List.of(limit("b").counting(BanRule.LIMITED)));
        decide("c");
        decisions.decide(List.of(limit("d"), limit("e").counting(BanRule.LIMITED)));

        sent(0).admits(NOW);

        assertThat(sent(1).keys())
                .startsWith(keys("b", "c", "d", "e"))
                .endsWith("limiter:{user:carol}:ban", "limiter:{user:carol}:ban")
                .hasSize(6);
    }

    @Test
    void afterAllAreAnsweredTheNextGoesAtOnceAgain() {
        decide("a");
        decide("b");
        sent(0).admits(NOW);
        sent(1).admits(NOW);

        decide("c");

        assertThat(sent(2).keys()).containsExactly(keys("c"));
    }

    @Test
    void noCallHasMoreThan32LimitsUnlessOneDecisionHas() {
        decide("a");
        IntStream.range(0, 35).forEach(i -> decide("crowd-" + i));

        sent(0).admits(NOW);
        assertThat(sent(1).keys()).hasSize(32);
        sent(1).admits(NOW);
        assertThat(sent(2).keys()).hasSize(3);
    }

    @Test
    void theyFailTogetherAndTheNextGoOn() {
        decide("a");
        CompletableFuture<?> second = decide("b");
        CompletableFuture<?> third = decide("c");
        sent(0).admits(NOW);
        CompletableFuture<?> fourth = decide("d");

        sent(1).fails(new IllegalStateException("out of memory"));

        assertThatThrownBy(second::join).hasRootCauseMessage("out of memory");
        assertThatThrownBy(third::join).hasRootCauseMessage("out of memory");
        sent(2).admits(NOW);
        assertThat(fourth).isCompleted();
    }

    @Test
    void oneThatWasGivenUpIsNotSent() {
        decide("a");
        CompletableFuture<?> givenUp = decide("b");
        decide("c");

        givenUp.cancel(false);
        sent(0).admits(NOW);

        assertThat(sent(1).keys()).containsExactly(keys("c"));
    }

    @Test
    void afterFiveMillisecondsWithoutAnAnswerTheNextOneTakesThemAlong() {
        decide("a");
        decide("b");

        nanos += 5_000_001;
        decide("c");

        assertThat(sent(1).keys()).containsExactly(keys("b", "c"));
    }

    @Test
    void toAServerThatIsFarSeveralGoAtOnce() {
        decide("a");
        nanos += 1_000_000;
        sent(0).admits(NOW);

        IntStream.range(0, 5).forEach(i -> decide("crowd-" + i));

        assertThat(redis.decisions).hasSize(1 + 4);
    }

    @Test
    void oneThatCannotBeSentHoldsUpNobody() {
        RateLimitAlgorithm unknown = new RateLimitAlgorithm() {
            @Override
            public String name() {
                return "unknown";
            }

            @Override
            public Counter newCounter() {
                throw new AssertionError("counted in memory");
            }
        };
        LimitCheck any = limit("a");
        LimitCheck odd = new LimitCheck(any.policy(), any.key(), unknown, any.quota(), 1);

        assertThatThrownBy(decisions.decide(List.of(odd)).toCompletableFuture()::join)
                .hasRootCauseMessage("an unknown algorithm");

        decide("b");
        assertThat(sent(0).keys()).containsExactly(keys("b"));
    }

    @Test
    void thoseThatCannotBeSentTogetherFailTogetherAndHoldUpNobody() {
        decide("a");
        CompletableFuture<?> second = decide("b");
        CompletableFuture<?> third = decide("c", "d");

        redis.refusesToSend(new IllegalStateException("closed"));
        sent(0).admits(NOW);

        assertThatThrownBy(second::join).hasRootCauseMessage("closed");
        assertThatThrownBy(third::join).hasRootCauseMessage("closed");
        redis.refusesToSend(null);
        decide("e");
        assertThat(sent(1).keys()).containsExactly(keys("e"));
    }

    @Test
    void howeverManyFailAtOnceEachIsTold() {
        decide("a");
        List<CompletableFuture<List<LimitResult>>> crowd = IntStream.range(0, 10_000)
                .mapToObj(i -> decide("b", "c", "d", "e", "f", "g"))
                .toList();

        redis.refusesToSend(new IllegalStateException("closed"));
        sent(0).fails(new IllegalStateException("lost"));

        assertThat(crowd).allMatch(CompletableFuture::isCompletedExceptionally);
        redis.refusesToSend(null);
        decide("h");
        assertThat(sent(1).keys()).containsExactly(keys("h"));
    }

    @Test
    void oneThatAScriptCannotDecideFailsAlone() {
        decide("a");
        CompletableFuture<?> odd = decide("b", "c");
        CompletableFuture<List<LimitResult>> other = decide("d");
        sent(0).admits(NOW);

        sent(1).reply().complete(List.of(NOW, -1L, 0L, 0L, 0L, -1L, 0L, 0L, 0L, 0L, 7L, 11L, 0L));

        assertThatThrownBy(odd::join).hasCauseInstanceOf(UndecidedException.class);
        assertThat(other.join()).singleElement().matches(LimitResult::charged);
    }
}
