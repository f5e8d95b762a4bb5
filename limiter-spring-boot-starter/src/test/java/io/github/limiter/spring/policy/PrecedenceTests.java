package io.github.limiter.spring.policy;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Policies;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.spring.Applications;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What beats what: change at run time, then policies, annotation, tier, defaults; each attribute for itself. */
class PrecedenceTests {

    static class Orders {

        @RateLimit(name = "bare")
        public void bare() {}

        @RateLimit(name = "core", tier = Tier.P0)
        public void core() {}

        @RateLimit(
                name = "full",
                algorithm = TOKEN_BUCKET,
                tier = Tier.P2,
                dimension = INTERFACE,
                limit = 5,
                window = "5s",
                burst = 7,
                mode = Mode.SHADOW,
                failureMode = FailureMode.OPEN,
                shared = true)
        public void full() {}

        @RateLimit(name = "daily", algorithm = FIXED_WINDOW, window = "1d", zone = "Asia/Shanghai")
        public void daily() {}

        @RateLimit(name = "patient", algorithm = LEAKY_BUCKET, limit = 5, window = "1s", maxWait = "1s")
        public void patient() {}
    }

    private static final String DEFAULTS = "limiter.defaults.limit=11;limiter.defaults.window=11s;"
            + "limiter.defaults.algorithm=fixed-window;limiter.defaults.dimension=global";
    private static final String TIER = "limiter.tiers.p1.limit=22;limiter.tiers.p1.window=22s;"
            + "limiter.tiers.p1.algorithm=leaky-bucket;limiter.tiers.p1.failure-mode=closed";

    private final ApplicationContextRunner application = Applications.with(Orders.class);

    @Nested
    class OfAnAttributeThatTheAnnotationLeavesOut {

        @Test
        void defaultsBeatWhatIsBuiltIn() {
            RatePolicy bare = policy("bare", DEFAULTS);
            assertThat(bare.quota()).isEqualTo(Quota.of(11, Duration.ofSeconds(11)));
            assertThat(bare.algorithm()).isEqualTo("fixed-window");
            assertThat(bare.dimension()).isEqualTo("global");
        }

        @Test
        void theTierBeatsDefaults() {
            RatePolicy bare = policy("bare", DEFAULTS, TIER);
            assertThat(bare.quota()).isEqualTo(Quota.of(22, Duration.ofSeconds(22)));
            assertThat(bare.algorithm()).isEqualTo("leaky-bucket");
            assertThat(bare.failureMode()).isEqualTo(FailureMode.CLOSED);
            assertThat(bare.dimension()).as("not of a tier").isEqualTo("global");
        }

        @Test
        void anotherTierSaysNothing() {
            assertThat(policy("core", DEFAULTS, TIER).quota()).isEqualTo(Quota.of(11, Duration.ofSeconds(11)));
            assertThat(policy("core", TIER, "limiter.tiers.p0.limit=33").quota())
                    .isEqualTo(Quota.of(33, Duration.ofMinutes(1)));
        }

        @Test
        void thePolicyBeatsTheTier() {
            assertThat(policy("bare", DEFAULTS, TIER, "limiter.policies.bare.limit=44")
                            .quota())
                    .isEqualTo(Quota.of(44, Duration.ofSeconds(22)));
        }

        @ParameterizedTest
        @CsvSource({"P0, OPEN", "P1, LOCAL", "P2, CLOSED"})
        void theFailureModeFollowsTheTier(Tier tier, FailureMode expected) {
            assertThat(policy("bare", "limiter.policies.bare.tier=" + tier).failureMode())
                    .isEqualTo(expected);
        }
    }

    @Nested
    class OfAnAttributeThatTheAnnotationSets {

        @Test
        void theAnnotationBeatsTierAndDefaults() {
            assertThat(policy("full", DEFAULTS, TIER.replace("p1", "p2")))
                    .isEqualTo(new RatePolicy(
                            "full",
                            "token-bucket",
                            Quota.of(5, Duration.ofSeconds(5)).withBurst(7),
                            "interface",
                            Tier.P2,
                            Mode.SHADOW,
                            FailureMode.OPEN,
                            true));
        }

        @Test
        void thePolicyBeatsTheAnnotationInEachAttribute() {
            RatePolicy full = policy(
                    "full",
                    "limiter.policies.full.limit=50",
                    "limiter.policies.full.window=50s",
                    "limiter.policies.full.burst=70",
                    "limiter.policies.full.dimension=ip",
                    "limiter.policies.full.tier=p0",
                    "limiter.policies.full.mode=enforce",
                    "limiter.policies.full.failure-mode=local",
                    "limiter.policies.full.shared=false");
            assertThat(full)
                    .isEqualTo(new RatePolicy(
                            "full",
                            "token-bucket",
                            Quota.of(50, Duration.ofSeconds(50)).withBurst(70),
                            "ip",
                            Tier.P0,
                            Mode.ENFORCE,
                            FailureMode.LOCAL,
                            false));
        }

        @Test
        void andLeavesTheOthersToTheAnnotation() {
            assertThat(policy("full", "limiter.policies.full.limit=50").quota())
                    .isEqualTo(Quota.of(50, Duration.ofSeconds(5)).withBurst(7));
        }

        @Test
        void zoneAndPatienceToo() {
            assertThat(policy("daily", "limiter.policies.daily.zone=Europe/Berlin")
                            .quota()
                            .zone())
                    .isEqualTo(ZoneId.of("Europe/Berlin"));
            assertThat(policy("patient", "limiter.policies.patient.max-wait=3")
                            .quota()
                            .maxWait())
                    .isEqualTo(Duration.ofSeconds(3));
        }

        @Test
        void thePolicysTierGivesTheQuotaAlthoughAnnotationsAlwaysHaveATier() {
            assertThat(policy("bare", TIER, "limiter.tiers.p0.limit=33", "limiter.policies.bare.tier=p0")
                            .quota()
                            .limit())
                    .isEqualTo(33);
        }

        @Test
        void whatIsMeantForOneAlgorithmIsNotTakenForAnother() {
            RatePolicy full =
                    policy("full", "limiter.policies.full.algorithm=Sliding_Window", "limiter.policies.full.limit=6");
            assertThat(full.algorithm()).isEqualTo("sliding-window");
            assertThat(full.quota()).isEqualTo(Quota.of(6, Duration.ofSeconds(5)));
            assertThat(policy("full", "limiter.policies.full.algorithm=token_bucket")
                            .quota()
                            .burst())
                    .as("the same algorithm again")
                    .isEqualTo(7);
        }

        @Test
        void byTierAsFailureModeOfAPolicyIsNoChoice() {
            assertThat(policy("full", "limiter.policies.full.failure-mode=by-tier")
                            .failureMode())
                    .isEqualTo(FailureMode.OPEN);
        }
    }

    @Nested
    class OfWhatIsWorkedOutPerCall {

        static class Prices {

            @RateLimit(
                    name = "prices",
                    dimension = INTERFACE,
                    limit = 4,
                    key = "#id",
                    permits = "2",
                    condition = "#id > 0",
                    fallback = "cached")
            public String price(int id, String customer) {
                return "fresh";
            }

            String cached(int id, String customer) {
                return "cached";
            }

            String stale(int id, String customer) {
                return "stale";
            }
        }

        private final ApplicationContextRunner prices = Applications.with(Prices.class);

        @Test
        void theAnnotationHolds() {
            prices.run(context -> {
                Prices bean = context.getBean(Prices.class);
                assertThat(answers(bean, 1, "a", 3)).containsExactly("fresh", "fresh", "cached");
                assertThat(answers(bean, 2, "a", 1)).containsExactly("fresh");
                assertThat(answers(bean, 0, "a", 9)).containsOnly("fresh");
            });
        }

        @Test
        void thePolicyBeatsIt() {
            prices.withPropertyValues(
                            "limiter.policies.prices.key=#customer",
                            "limiter.policies.prices.permits=4",
                            "limiter.policies.prices.condition=#id < 5",
                            "limiter.policies.prices.fallback=stale")
                    .run(context -> {
                        Prices bean = context.getBean(Prices.class);
                        assertThat(answers(bean, 0, "a", 2)).containsExactly("fresh", "stale");
                        assertThat(answers(bean, 0, "b", 1)).containsExactly("fresh");
                        assertThat(answers(bean, 5, "a", 9)).containsOnly("fresh");
                    });
        }

        private static List<String> answers(Prices prices, int id, String customer, int calls) {
            return Stream.generate(() -> prices.price(id, customer))
                    .limit(calls)
                    .toList();
        }
    }

    @Nested
    class OfTheMode {

        @Test
        void shadowForAllPutsEveryPolicyIntoShadow() {
            assertThat(policy("bare", "limiter.mode=shadow").mode()).isEqualTo(Mode.SHADOW);
            assertThat(policy("global", "limiter.mode=shadow", "limiter.global.limit=1")
                            .mode())
                    .isEqualTo(Mode.SHADOW);
            assertThat(policy("bare", "limiter.mode=shadow", "limiter.policies.bare.mode=enforce")
                            .mode())
                    .isEqualTo(Mode.SHADOW);
        }

        @Test
        void enforceInAPolicyBeatsShadowInTheAnnotation() {
            application
                    .withPropertyValues("limiter.policies.full.mode=enforce")
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::full))
                            .isEqualTo(7));
        }

        @Test
        void shadowInAPolicyBeatsEnforceInTheAnnotation() {
            application
                    .withPropertyValues("limiter.policies.bare.mode=shadow", "limiter.policies.bare.limit=1")
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::bare))
                            .isEqualTo(12));
        }
    }

    @Nested
    class OfTheGlobalQuota {

        @Test
        void defaultsFillInButNoTier() {
            RatePolicy global = policy("global", DEFAULTS, TIER, "limiter.global.limit=99");
            assertThat(global.quota()).isEqualTo(Quota.of(99, Duration.ofSeconds(11)));
            assertThat(global.algorithm()).isEqualTo("fixed-window");
        }

        @Test
        void allOfItCanBeSet() {
            RatePolicy global = policy(
                    "global",
                    "limiter.global.limit=99",
                    "limiter.global.window=2s",
                    "limiter.global.algorithm=token-bucket");
            assertThat(global.quota()).isEqualTo(Quota.of(99, Duration.ofSeconds(2)));
            assertThat(global.algorithm()).isEqualTo("token-bucket");
            assertThat(global.dimension()).isEqualTo("global");
        }

        @Test
        void thereIsNoneWithoutALimit() {
            application
                    .withPropertyValues("limiter.global.window=1s")
                    .run(context -> assertThat(context.getBean(Policies.class).find("global"))
                            .isEmpty());
        }
    }

    @Nested
    class OfAChangeAtRunTime {

        @Test
        void itBeatsEverything() {
            application
                    .withPropertyValues("limiter.policies.full.mode=enforce", "limiter.policies.full.burst=3")
                    .run(context -> {
                        Orders orders = context.getBean(Orders.class);
                        assertThat(admitted(orders::full)).isEqualTo(3);

                        Policies policies = context.getBean(Policies.class);
                        RatePolicy full = policies.find("full").orElseThrow().policy();
                        policies.change(full.withQuota(full.quota().withBurst(9)));
                        assertThat(admitted(orders::full)).isEqualTo(6);

                        policies.change(full.withMode(Mode.SHADOW));
                        assertThat(admitted(orders::full)).isEqualTo(12);
                    });
        }
    }

    private RatePolicy policy(String name, String... properties) {
        RatePolicy[] found = new RatePolicy[1];
        application
                .withPropertyValues(String.join(";", properties).split(";"))
                .run(context -> found[0] =
                        context.getBean(Policies.class).find(name).orElseThrow().policy());
        return found[0];
    }
}
