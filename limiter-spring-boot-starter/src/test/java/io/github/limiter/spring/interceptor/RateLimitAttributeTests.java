package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.annotation.Dimensions.GLOBAL;
import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.CostException;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.autoconfigure.StartFailure;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** What each attribute of {@code @RateLimit} does. */
class RateLimitAttributeTests {

    static class Orders {

        @RateLimit
        public void plain() {}

        @RateLimit(
                name = "bucket",
                algorithm = TOKEN_BUCKET,
                tier = Tier.P0,
                dimension = USER,
                limit = 20,
                window = "1s",
                burst = 40,
                mode = Mode.SHADOW,
                failureMode = FailureMode.CLOSED,
                shared = true)
        public void bucket() {}

        @RateLimit(name = "daily", algorithm = FIXED_WINDOW, window = "1d", zone = "Asia/Shanghai")
        public void daily() {}

        @RateLimit(name = "patient", algorithm = "LEAKY_BUCKET", limit = 5, window = "PT1S", maxWait = "1500ms")
        public void patient() {}

        @RateLimit(name = "endless", algorithm = LEAKY_BUCKET, maxWait = "-1")
        public void endless() {}
    }

    @Test
    void whatIsLeftOutComesFromTheBuiltInDefaults() {
        assertThat(policy(Orders.class, "orders-plain"))
                .isEqualTo(new RatePolicy(
                        "orders-plain",
                        "sliding-window",
                        Quota.of(60, Duration.ofMinutes(1)),
                        "ip",
                        Tier.P1,
                        Mode.ENFORCE,
                        FailureMode.LOCAL,
                        false));
    }

    @Test
    void whatIsSetIsThePolicy() {
        assertThat(policy(Orders.class, "bucket"))
                .isEqualTo(new RatePolicy(
                        "bucket",
                        "token-bucket",
                        Quota.of(20, Duration.ofSeconds(1)).withBurst(40),
                        "user",
                        Tier.P0,
                        Mode.SHADOW,
                        FailureMode.CLOSED,
                        true));
    }

    @Test
    void zoneAndPatienceArePartOfTheQuota() {
        assertThat(policy(Orders.class, "daily").quota().zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
        assertThat(policy(Orders.class, "patient").quota().maxWait()).isEqualTo(Duration.ofMillis(1500));
        assertThat(policy(Orders.class, "endless").quota().maxWait()).isEqualTo(Quota.UNLIMITED_WAIT);
    }

    @Nested
    class AsText {

        static class Numbers {

            @RateLimit(
                    name = "${order.name}",
                    algorithm = "${order.algorithm}",
                    dimension = "${order.dimension}",
                    limitString = "${order.limit}",
                    window = "${order.window:1h}",
                    burstString = "${order.burst}")
            public void bucket() {}

            @RateLimit(
                    name = "bytes",
                    dimension = INTERFACE,
                    limit = 5,
                    key = "${order.key}",
                    permits = "${order.permits}",
                    condition = "${order.condition}",
                    fallback = "${order.fallback}")
            public String call(int number) {
                return "called";
            }

            String instead(int number) {
                return "instead";
            }

            @RateLimit(name = "daily", algorithm = FIXED_WINDOW, window = "1d", zone = "${order.zone}")
            public void daily() {}

            @RateLimit(name = "patient", algorithm = LEAKY_BUCKET, maxWait = "${order.wait}")
            public void patient() {}
        }

        private final ApplicationContextRunner application = Applications.with(Numbers.class)
                .withPropertyValues(
                        "order.name=shop",
                        "order.algorithm=Token_Bucket",
                        "order.dimension=GLOBAL",
                        "order.limit=7",
                        "order.burst=9",
                        "order.key=#number",
                        "order.permits=2",
                        "order.condition=#number > 0",
                        "order.fallback=instead",
                        "order.zone=Europe/Berlin",
                        "order.wait=2");

        @Test
        void placeholdersAreFilledInEveryAttributeOfAPolicy() {
            application.run(context -> {
                RatePolicy shop = policy(context, "shop");
                assertThat(shop.algorithm()).isEqualTo(TOKEN_BUCKET);
                assertThat(shop.dimension()).isEqualTo(GLOBAL);
                assertThat(shop.quota())
                        .isEqualTo(Quota.of(7, Duration.ofHours(1)).withBurst(9));
                assertThat(policy(context, "daily").quota().zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
                assertThat(policy(context, "patient").quota().maxWait())
                        .as("seconds, for want of a unit")
                        .isEqualTo(Duration.ofSeconds(2));
            });
        }

        @Test
        void placeholdersAreFilledInEveryAttributeOfACall() {
            application.run(context -> {
                Numbers numbers = context.getBean(Numbers.class);
                assertThat(List.of(numbers.call(1), numbers.call(1), numbers.call(1)))
                        .containsExactly("called", "called", "instead");
                assertThat(numbers.call(2)).as("another key").isEqualTo("called");
                assertThat(admitted(() -> numbers.call(0))).as("condition").isEqualTo(12);
            });
        }

        static class Both {

            @RateLimit(limit = 5, limitString = "6")
            public void call() {}
        }

        static class BothBursts {

            @RateLimit(algorithm = TOKEN_BUCKET, burst = 5, burstString = "${burst:6}")
            public void call() {}
        }

        static class NoNumber {

            @RateLimit(limitString = "sixty")
            public void call() {}
        }

        static class Unfilled {

            @RateLimit(window = "${nobody.sets.this}")
            public void call() {}
        }

        @Test
        void numberAndTextTogetherStopTheStart() {
            assertThat(StartFailure.of(Applications.with(Both.class)))
                    .isEqualTo(new StartFailure(
                            "@RateLimit on RateLimitAttributeTests.AsText.Both.call: limit: '5' stands beside"
                                    + " limitString = '6'.",
                            "Set one of the two."));
            assertThat(StartFailure.of(Applications.with(BothBursts.class)).description())
                    .contains("BothBursts.call: burst: '5' stands beside burstString = '6'");
        }

        @Test
        void textThatIsNoNumberStopsTheStart() {
            assertThat(StartFailure.of(Applications.with(NoNumber.class)).description())
                    .contains("NoNumber.call: limitString: 'sixty' is not a whole number");
        }

        @Test
        void aPlaceholderThatNothingFillsStopsTheStart() {
            assertThat(StartFailure.of(Applications.with(Unfilled.class)).description())
                    .contains("Unfilled.call: window: '${nobody.sets.this}'");
        }
    }

    @Nested
    class Permits {

        static class Items {

            @RateLimit(name = "two", dimension = INTERFACE, limit = 7, permits = "2")
            public void two() {}

            @RateLimit(name = "each", dimension = INTERFACE, limit = 7, permits = "#items.size()")
            public void each(List<String> items) {}

            @RateLimit(name = "given", dimension = INTERFACE, limit = 7, permits = "#permits")
            public void given(Object permits) {}
        }

        @Test
        void aNumberIsWhatEachCallCosts() {
            Applications.with(Items.class)
                    .run(context -> assertThat(admitted(context.getBean(Items.class)::two))
                            .isEqualTo(3));
        }

        @Test
        void anExpressionIsWorkedOutFromTheCall() {
            Applications.with(Items.class).run(context -> {
                Items items = context.getBean(Items.class);
                items.each(List.of("a", "b", "c", "d"));
                assertThat(admitted(() -> items.each(List.of("e")))).isEqualTo(3);
            });
        }

        @ParameterizedTest
        @ValueSource(longs = {0, -1, 8, Long.MAX_VALUE})
        void aCostThatCanNeverBeAdmittedIsTheCallersError(long cost) {
            Applications.with(Items.class)
                    .run(context -> assertThatExceptionOfType(CostException.class)
                            .isThrownBy(() -> context.getBean(Items.class).given(cost))
                            .withMessageContaining("given")
                            .withMessageContaining(Long.toString(cost)));
        }

        @ParameterizedTest
        @ValueSource(strings = {"1", "many"})
        void aCostThatIsNoWholeNumberToo(String cost) {
            Applications.with(Items.class)
                    .run(context -> assertThatExceptionOfType(CostException.class)
                            .isThrownBy(() -> context.getBean(Items.class).given(cost)));
        }

        @Test
        void noCostAtAllToo() {
            Applications.with(Items.class)
                    .run(context -> assertThatExceptionOfType(CostException.class)
                            .isThrownBy(() -> context.getBean(Items.class).given(null)));
        }

        static class Zero {

            @RateLimit(limit = 5, permits = "0")
            public void call() {}
        }

        static class MoreThanTheLimit {

            @RateLimit(limit = 5, permits = "6")
            public void call() {}
        }

        static class MoreThanTheBurst {

            @RateLimit(algorithm = TOKEN_BUCKET, limit = 50, burst = 5, permits = "6")
            public void call() {}
        }

        @ParameterizedTest
        @ValueSource(classes = {Zero.class, MoreThanTheLimit.class, MoreThanTheBurst.class})
        void aFixedCostThatCanNeverBeAdmittedStopsTheStart(Class<?> bean) {
            StartFailure failure = StartFailure.of(Applications.with(bean));
            assertThat(failure.description())
                    .contains(bean.getSimpleName() + ".call: permits: '")
                    .contains("room for 1 to 5");
            assertThat(failure.action()).isEqualTo("Set permits within that, or a larger limit or burst.");
        }
    }

    @Nested
    class Condition {

        static class Orders {

            @RateLimit(name = "big", dimension = INTERFACE, limit = 1, condition = "#size > 10")
            @RateLimit(name = "all", dimension = INTERFACE, limit = 5)
            public void order(int size) {}

            @RateLimit(dimension = INTERFACE, condition = "#answer")
            public void odd(Object answer) {}
        }

        @Test
        void decidesWhetherTheLimitApplies() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(() -> orders.order(11))).isEqualTo(1);
                assertThat(admitted(() -> orders.order(10)))
                        .as("the other limit of the method stays")
                        .isEqualTo(4);
            });
        }

        @Test
        void anAnswerThatIsNeitherTrueNorFalseLetsNobodyThrough() {
            Applications.with(Orders.class).run(context -> {
                for (Object answer : new Object[] {null, "true", 1}) {
                    assertThatExceptionOfType(IllegalStateException.class)
                            .isThrownBy(() -> context.getBean(Orders.class).odd(answer))
                            .withMessageContaining("Orders.odd: condition '#answer' is neither true nor false");
                }
            });
        }
    }

    @Nested
    class ShadowMode {

        static class Orders {

            @RateLimit(name = "shadow", dimension = INTERFACE, limit = 1, mode = Mode.SHADOW)
            public void create() {}
        }

        @Test
        void reportsWhatItWouldHaveRefused() {
            Applications.with(Orders.class, Decisions.class).run(context -> {
                assertThat(admitted(context.getBean(Orders.class)::create)).isEqualTo(12);
                Decisions decisions = context.getBean(Decisions.class);
                assertThat(decisions.last().outcome()).isEqualTo(Outcome.ALLOWED);
                assertThat(decisions.last().wouldHaveViolated()).hasSize(1);
            });
        }
    }

    @Nested
    class Shared {

        static class Orders {

            @RateLimit(name = "mine", dimension = INTERFACE)
            public void mine() {}

            @RateLimit(name = "ours", dimension = INTERFACE, shared = true)
            public void ours() {}
        }

        @Test
        void countsCarryTheNameOfTheApplicationUnlessTheyAreShared() {
            Applications.with(Orders.class, Decisions.class)
                    .withPropertyValues("spring.application.name=shop")
                    .run(context -> {
                        context.getBean(Orders.class).mine();
                        assertThat(context.getBean(Decisions.class).lastKeys())
                                .first()
                                .asString()
                                .contains("shop:mine");
                        context.getBean(Orders.class).ours();
                        assertThat(context.getBean(Decisions.class).lastKeys())
                                .first()
                                .asString()
                                .contains("shared:ours")
                                .doesNotContain("shop");
                    });
        }
    }

    @Nested
    class MaxWait {

        static class Orders {

            @RateLimit(algorithm = LEAKY_BUCKET, dimension = INTERFACE, limit = 1, window = "1s", maxWait = "2s")
            public void create() {}
        }

        @Test
        void holdsACallUntilItsDeparture() {
            Applications.with(Orders.class).run(context -> {
                ManualTime time = context.getBean(ManualTime.class);
                Orders orders = context.getBean(Orders.class);
                orders.create();
                CompletableFuture<Void> second = CompletableFuture.runAsync(orders::create);
                time.awaitSleepers(1);
                time.advance(Duration.ofMillis(999));
                assertThat(second).isNotDone();
                time.advance(Duration.ofMillis(1));
                assertThat(second).succeedsWithin(Duration.ofSeconds(20));
            });
        }
    }

    private static RatePolicy policy(Class<?> bean, String name) {
        RatePolicy[] found = new RatePolicy[1];
        Applications.with(bean).run(context -> found[0] = policy(context, name));
        return found[0];
    }

    private static RatePolicy policy(ApplicationContext context, String name) {
        return context.getBean(Policies.class).find(name).orElseThrow().policy();
    }
}
