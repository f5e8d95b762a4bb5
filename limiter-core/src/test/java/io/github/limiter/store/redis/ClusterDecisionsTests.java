package io.github.limiter.store.redis;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.store.redis.FakeExecutor.Run;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** In which order the calls of one decision go to a cluster, and what happens to them if one refuses or fails. */
class ClusterDecisionsTests {

    private static final long NOW = 1_796_000_000_000_000L;
    private static final Quota TEN = Quota.of(10, Duration.ofMinutes(1));

    private final LimitCheck address =
            limit(SLIDING_WINDOW, Dimensions.IP, "203.0.113.7").cost(2);
    private final LimitCheck user =
            limit(TOKEN_BUCKET, Dimensions.USER, "carol").cost(3);
    private final LimitCheck userDaily =
            limit(FIXED_WINDOW, Dimensions.USER, "carol").named("daily").cost(1);
    private final LimitCheck userPaced =
            limit(LEAKY_BUCKET, Dimensions.USER, "carol").named("paced").cost(1);
    private final LimitCheck interfaces =
            limit(TOKEN_BUCKET, Dimensions.INTERFACE, "orders").cost(1);
    private final LimitCheck global =
            limit(TOKEN_BUCKET, Dimensions.GLOBAL, "all").cost(1);

    private final FakeExecutor cluster = new FakeExecutor();
    private final RedisStore store = new RedisStore(cluster, RedisStore.DEFAULT_KEY_PREFIX, Stores.ALGORITHMS);

    private static TestLimit limit(String algorithm, String dimension, String subject) {
        return TestLimit.of(algorithm, TEN).on(Subject.of(dimension, subject));
    }

    private CompletableFuture<List<LimitResult>> decide(LimitCheck... checks) {
        return store.decide(List.of(checks)).toCompletableFuture();
    }

    /** The subjects of the calls that are under way or done. */
    private List<String> asked() {
        return cluster.decisions.stream().map(run -> subjects(run)).toList();
    }

    private static String subjects(Run run) {
        return run.keys().stream()
                .map(key -> key.replaceAll("limiter:\\{(.*)}:limit:test:(.*)", "$1 $2"))
                .reduce((one, other) -> one + " + " + other)
                .orElseThrow();
    }

    private Run decision(int number) {
        return cluster.decisions.get(number);
    }

    @Nested
    class Limits {

        @Test
        void ofOneSubjectAreDecidedByOneCall() {
            CompletableFuture<List<LimitResult>> results = decide(user, userDaily, userPaced);

            assertThat(asked()).containsExactly("user:carol limit + user:carol daily + user:carol paced");
            decision(0).admits(NOW);
            assertThat(results.join()).hasSize(3).allMatch(LimitResult::charged);
        }

        @Test
        void ofTheCallerAreAskedTogether() {
            decide(address, user, userDaily);

            assertThat(asked()).containsExactly("ip:203.0.113.7 limit", "user:carol limit + user:carol daily");
        }

        @Test
        void thatAllShareAreAskedTogetherWhenThoseOfTheCallerAdmit() {
            CompletableFuture<List<LimitResult>> results = decide(interfaces, address, global, user);
            assertThat(asked()).containsExactly("ip:203.0.113.7 limit", "user:carol limit");

            decision(0).admits(NOW);
            assertThat(asked()).hasSize(2);
            decision(1).admits(NOW);
            assertThat(asked()).hasSize(4).endsWith("interface:orders limit", "global:all limit");
            assertThat(results).isNotDone();

            decision(2).admits(NOW);
            decision(3).admits(NOW);
            assertThat(results.join())
                    .extracting(LimitResult::check)
                    .containsExactly(interfaces, address, global, user);
            assertThat(results.join()).allMatch(LimitResult::charged);
            assertThat(cluster.giveBacks).isEmpty();
        }

        @Test
        void thatCannotGiveBackInFullAreAskedWithThoseThatAllShare() {
            decide(address, userPaced, user, global);
            assertThat(asked()).containsExactly("ip:203.0.113.7 limit", "user:carol limit");

            decision(0).admits(NOW);
            decision(1).admits(NOW);

            assertThat(asked()).endsWith("user:carol paced", "global:all limit");
        }

        @Test
        void thatAllShareAreAskedAtOnceIfThereAreNoOthers() {
            decide(global, interfaces);

            assertThat(asked()).containsExactly("global:all limit", "interface:orders limit");
        }
    }

    @Nested
    class ARefusal {

        @Test
        void byALimitOfTheCallerSparesThoseThatAllShare() {
            CompletableFuture<List<LimitResult>> results = decide(global, address);

            decision(0).refuses(NOW, 500);

            assertThat(asked()).containsExactly("ip:203.0.113.7 limit");
            assertThat(results.join().get(0)).isEqualTo(LimitResult.unknown(global));
            assertThat(results.join().get(1).refuses()).isTrue();
            assertThat(results.join().get(1).retryAfter()).isEqualTo(500);
        }

        @Test
        void givesBackOnceWhatOthersTook() {
            CompletableFuture<List<LimitResult>> results = decide(address, user, userDaily, global);
            decision(0).admits(NOW);
            decision(1).admits(NOW + 1);

            decision(2).refuses(NOW + 2, 500);

            assertThat(cluster.giveBacks)
                    .extracting(ClusterDecisionsTests::subjects)
                    .containsExactlyInAnyOrder("ip:203.0.113.7 limit", "user:carol limit + user:carol daily");
            assertThat(cluster.giveBacks)
                    .anySatisfy(run -> assertThat(run.arguments())
                            .containsSubsequence(TOKEN_BUCKET, "3", String.valueOf(NOW + 1), FIXED_WINDOW, "1"));
            assertThat(results).as("does not wait for it").isCompleted();
            assertThat(results.join()).noneMatch(LimitResult::charged);
        }

        @Test
        void countsWhatIsGivenBackAsLeft() {
            CompletableFuture<List<LimitResult>> results = decide(address, user, global);
            decision(0).admits(NOW);
            decision(1).admits(NOW);
            decision(2).refuses(NOW, 500);

            assertThat(results.join())
                    .extracting(LimitResult::allowed, LimitResult::remaining, LimitResult::delay)
                    .startsWith(tuple(true, 9L, 0L), tuple(true, 10L, 0L));
        }

        @Test
        void inShadowRefusesNothing() {
            LimitCheck shadow = limit(SLIDING_WINDOW, Dimensions.IP, "203.0.113.7")
                    .inShadow()
                    .cost(1);
            CompletableFuture<List<LimitResult>> results = decide(shadow, global);
            decision(0).refuses(NOW, 500);

            decision(1).admits(NOW);

            assertThat(results.join()).extracting(LimitResult::charged).containsExactly(false, true);
            assertThat(cluster.giveBacks).isEmpty();
        }

        @Test
        void ofSeveralSubjectsTellsAllOfThem() {
            CompletableFuture<List<LimitResult>> results = decide(address, user);

            decision(0).refuses(NOW, 500);
            decision(1).refuses(NOW, 700);

            assertThat(results.join()).extracting(LimitResult::retryAfter).containsExactly(500L, 700L);
            assertThat(cluster.giveBacks).isEmpty();
        }
    }

    @Nested
    class AFailure {

        private final RuntimeException lost = new IllegalStateException("lost");

        @Test
        void givesBackOnceWhatOthersTookAndIsNotRetried() {
            CompletableFuture<List<LimitResult>> results = decide(address, user, global);
            decision(0).fails(lost);
            assertThat(results).isNotDone();

            decision(1).admits(NOW);

            assertThat(results)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .havingRootCause()
                    .isSameAs(lost);
            assertThat(asked()).containsExactly("ip:203.0.113.7 limit", "user:carol limit");
            assertThat(cluster.giveBacks)
                    .extracting(ClusterDecisionsTests::subjects)
                    .containsExactly("user:carol limit");
        }

        @Test
        void ofAGiveBackIsNotRetriedAndChangesNothing() {
            CompletableFuture<List<LimitResult>> results = decide(address, global);
            decision(0).admits(NOW);
            decision(1).refuses(NOW, 500);

            cluster.giveBacks.get(0).fails(lost);

            assertThat(cluster.giveBacks).hasSize(1);
            assertThat(results.join()).noneMatch(LimitResult::charged);
        }
    }

    @Nested
    class AGiveBack {

        @Test
        void ofACancelledWaiterIsOneCallASubject() {
            CompletableFuture<List<LimitResult>> results = decide(user, userDaily, global);
            decision(0).admits(NOW);
            decision(1).admits(NOW);

            store.giveBack(results.join());

            assertThat(cluster.giveBacks)
                    .extracting(ClusterDecisionsTests::subjects)
                    .containsExactly("user:carol limit + user:carol daily", "global:all limit");
        }
    }
}
