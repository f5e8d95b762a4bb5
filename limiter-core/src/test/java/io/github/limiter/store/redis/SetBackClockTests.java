package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.Decisions.call;
import static io.github.limiter.store.redis.Decisions.decide;
import static io.github.limiter.store.redis.Decisions.giveBack;
import static io.github.limiter.store.redis.Decisions.passes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.DifferentialSteps;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A server whose clock is set back, or a replica with a slower one, neither forgets what was taken nor refuses for ever. */
class SetBackClockTests {

    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Quota FOUR = Quota.of(4, WINDOW);

    private static Stores stores;

    private final SetBackClock clock = new SetBackClock();
    private final RedisStore store = stores.create(clock);

    @BeforeAll
    static void connect() {
        stores = new Stores(Client.LETTUCE, TestRedis.uri());
    }

    @AfterAll
    static void disconnect() {
        stores.close();
    }

    static Stream<Arguments> steps() {
        return steps(DifferentialSteps.ALGORITHMS);
    }

    /** The others keep one number only and take it for the worst that it can mean. */
    static Stream<Arguments> stepsOfThoseThatKnowWhenTheyWereCharged() {
        return steps(List.of(
                Algorithms.FIXED_WINDOW, Algorithms.SLIDING_WINDOW, Algorithms.LEAKY_BUCKET, Algorithms.CONCURRENCY));
    }

    private static Stream<Arguments> steps(List<String> algorithms) {
        return algorithms.stream()
                .flatMap(algorithm -> Stream.of(
                                Duration.ofNanos(1_000),
                                Duration.ofSeconds(1),
                                WINDOW.dividedBy(2),
                                WINDOW.multipliedBy(3),
                                Duration.ofDays(365))
                        .map(step -> Arguments.of(algorithm, step)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("steps")
    void whatWasTakenStaysTakenForAWindowAtMost(String algorithm, Duration step) {
        TestLimit limit = TestLimit.of(algorithm, FOUR);
        call(store, limit, 4);

        clock.move(step.negated());

        LimitResult refused = call(store, limit, 1);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.retryAfter()).isBetween(1L, WINDOW.toNanos() / 1_000);
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("steps")
    void theRetryAfterIsExact(String algorithm, Duration step) {
        TestLimit limit = TestLimit.of(algorithm, FOUR);
        call(store, limit, 4);
        clock.move(step.negated());

        long retryAfter = call(store, limit, 1).retryAfter();

        clock.moveMicros(retryAfter - 1);
        assertThat(passes(store, limit)).isFalse();
        clock.moveMicros(1);
        assertThat(passes(store, limit)).isTrue();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("stepsOfThoseThatKnowWhenTheyWereCharged")
    void aChargeGoesOnFromThere(String algorithm, Duration step) {
        TestLimit limit = TestLimit.of(algorithm, FOUR.withMaxWait(WINDOW));
        call(store, limit, 1);
        clock.move(step.negated());

        List<LimitResult> second = decide(store, limit.cost(1));
        assertThat(second.get(0).charged()).isTrue();
        giveBack(store, second);
        LimitResult again = call(store, limit, 1);

        assertThat(again.remaining()).isEqualTo(second.get(0).remaining());
        assertThat(again.departure()).isEqualTo(second.get(0).departure());
    }

    @Test
    void aTokenBucketThatWouldBeFullLaterThanAnyCanIsEmpty() {
        TestLimit limit = TestLimit.of(Algorithms.TOKEN_BUCKET, FOUR);
        call(store, limit, 1);
        clock.move(Duration.ofHours(-1));

        assertThat(call(store, limit, 4).retryAfter()).isEqualTo(micros(WINDOW));
        clock.move(WINDOW);
        assertThat(call(store, limit, 4).allowed()).isTrue();
    }

    @Test
    void unitsOfASlidingWindowKeepTheirDistances() {
        TestLimit limit = TestLimit.of(Algorithms.SLIDING_WINDOW, FOUR);
        call(store, limit, 2);
        clock.move(Duration.ofMinutes(3));
        call(store, limit, 2);
        clock.move(Duration.ofDays(-1));

        assertThat(call(store, limit, 1).retryAfter()).isEqualTo(micros(Duration.ofMinutes(7)));
        clock.move(Duration.ofMinutes(7));
        assertThat(call(store, limit, 2).allowed()).isTrue();
        assertThat(call(store, limit, 1).retryAfter()).isEqualTo(micros(Duration.ofMinutes(3)));
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
