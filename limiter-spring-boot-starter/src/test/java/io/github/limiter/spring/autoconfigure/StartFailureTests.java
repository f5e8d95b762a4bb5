package io.github.limiter.spring.autoconfigure;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.Applications;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Controller;

/** What stops the start, and what the log says then: where it is written, the value, and what to write instead. */
class StartFailureTests {

    @Nested
    class OfAnAnnotation {

        static class ZeroLimit {
            @RateLimit(limit = 0)
            public void call() {}
        }

        static class NegativeBurst {
            @RateLimit(algorithm = TOKEN_BUCKET, burst = -1)
            public void call() {}
        }

        static class TooManyStamps {
            @RateLimit(limit = 100_001)
            public void call() {}
        }

        static class TooFast {
            @RateLimit(algorithm = TOKEN_BUCKET, limit = 2_000_000, window = "1s")
            public void call() {}
        }

        static class NoDuration {
            @RateLimit(window = "a minute")
            public void call() {}
        }

        static class NoTime {
            @RateLimit(window = "0s")
            public void call() {}
        }

        static class NegativeTime {
            @RateLimit(window = "-1m")
            public void call() {}
        }

        static class MoreThanAYear {
            @RateLimit(window = "367d")
            public void call() {}
        }

        static class UnknownAlgorithm {
            @RateLimit(algorithm = "tocken-bucket")
            public void call() {}
        }

        static class UnknownDimension {
            @RateLimit(dimension = "tenant")
            public void call() {}
        }

        static class UnknownZone {
            @RateLimit(algorithm = FIXED_WINDOW, window = "1d", zone = "Mars/Olympus")
            public void call() {}
        }

        static class ZoneOfHours {
            @RateLimit(algorithm = FIXED_WINDOW, window = "1h", zone = "Asia/Shanghai")
            public void call() {}
        }

        static class WaitTooLong {
            @RateLimit(algorithm = LEAKY_BUCKET, maxWait = "2d")
            public void call() {}
        }

        static class BurstOfAWindow {
            @RateLimit(algorithm = SLIDING_WINDOW, limit = 20, burst = 40)
            public void call() {}
        }

        static class WindowThatWaits {
            @RateLimit(maxWait = "2s")
            public void call() {}
        }

        static class BucketOfAZone {
            @RateLimit(algorithm = TOKEN_BUCKET, window = "1d", zone = "Asia/Shanghai")
            public void call() {}
        }

        @Controller
        static class WaitForEver {
            @RateLimit(algorithm = LEAKY_BUCKET, maxWait = "-1")
            public void call() {}
        }

        static class BadSpel {
            @RateLimit(key = "#id +")
            public void call(int id) {}
        }

        static class UnknownArgument {
            @RateLimit(condition = "#name == 'x'")
            public void call(int id) {}
        }

        static class Contradiction {
            @RateLimit
            @Unlimited
            public void call() {}
        }

        @ParameterizedTest
        @MethodSource
        void namesTheMethodTheAttributeTheValueAndTheFix(Class<?> bean, String problem, String fix) {
            StartFailure failure = StartFailure.of(Applications.with(bean));
            assertThat(failure.description()).contains("@RateLimit on ", bean.getSimpleName(), problem);
            assertThat(failure.action()).contains(fix);
        }

        static List<Arguments> namesTheMethodTheAttributeTheValueAndTheFix() {
            return List.of(
                    argumentSet("no units", ZeroLimit.class, "call: limit: '0' is not", "limit of 1 or more"),
                    argumentSet("less than no units", NegativeBurst.class, "call: burst: '-1' is not", "1 or more"),
                    argumentSet("too many stamps", TooManyStamps.class, "call: limit: '100001'", "use token-bucket"),
                    argumentSet(
                            "burst of a window",
                            BurstOfAWindow.class,
                            "call: burst: '40' means nothing to sliding-window",
                            "Leave it out, or set algorithm to token-bucket"),
                    argumentSet(
                            "window that waits",
                            WindowThatWaits.class,
                            "call: maxWait: '2s' means nothing to sliding-window",
                            "Leave it out, or set algorithm to leaky-bucket"),
                    argumentSet(
                            "bucket of a zone",
                            BucketOfAZone.class,
                            "call: zone: 'Asia/Shanghai' means nothing to token-bucket",
                            "Leave it out, or set algorithm to fixed-window"),
                    argumentSet("too fast", TooFast.class, "call: limit: '2000000'", "1,000,000 units per second"),
                    argumentSet("no duration", NoDuration.class, "call: window: 'a minute' is not", "500ms, 1s, 1m"),
                    argumentSet("no time", NoTime.class, "call: window: 'PT0S' is not a positive", "1s, 1m or 1h"),
                    argumentSet("negative time", NegativeTime.class, "call: window: 'PT-1M' is not", "1s, 1m or 1h"),
                    argumentSet("more than a year", MoreThanAYear.class, "call: window: 'PT8808H'", "at most 366d"),
                    argumentSet(
                            "unknown algorithm",
                            UnknownAlgorithm.class,
                            "call: algorithm: 'tocken-bucket' is not known",
                            "fixed-window, leaky-bucket, sliding-window, token-bucket, or declare a RateLimitAlgorithm"),
                    argumentSet(
                            "unknown dimension",
                            UnknownDimension.class,
                            "call: dimension: 'tenant' is not known",
                            "global, interface, ip, subnet, user, or declare a DimensionResolver"),
                    argumentSet("unknown zone", UnknownZone.class, "call: zone: 'Mars/Olympus'", "Asia/Shanghai"),
                    argumentSet("zone of hours", ZoneOfHours.class, "call: zone: 'Asia/Shanghai'", "Leave zone out"),
                    argumentSet("waits for days", WaitTooLong.class, "call: maxWait: 'PT48H'", "such as 2s"),
                    argumentSet("holds requests", WaitForEver.class, "call: maxWait: '-1' lets HTTP", "such as 2s"),
                    argumentSet("no SpEL", BadSpel.class, "call: key: '#id +' is not SpEL", "#orderId"),
                    argumentSet("unknown argument", UnknownArgument.class, "call: condition: '#name", "Use #id"),
                    argumentSet(
                            "both ways", Contradiction.class, "'@Unlimited' stands beside it", "Leave one of the two"));
        }
    }

    @Nested
    class OfAMethodThatNoProxyCanReach {

        static class Private {
            @RateLimit
            private void call() {}
        }

        static class Static {
            @RateLimit
            public static void call() {}
        }

        static class Final {
            @RateLimit
            public final void call() {}
        }

        static final class FinalClass {
            @RateLimit
            public void call() {}
        }

        @RateLimit
        static class FinalOfClass {
            public final void call() {}
        }

        @RateLimit
        static class StaticOfClass {
            public static void call() {}
        }

        @RateLimit
        static final class FinalClassOfClass {
            public void call() {}
        }

        @ParameterizedTest
        @MethodSource
        void saysWhyAndWhatElse(Class<?> bean, String problem, String fix) {
            StartFailure failure = StartFailure.of(Applications.with(bean));
            assertThat(failure.description())
                    .contains("OfAMethodThatNoProxyCanReach." + bean.getSimpleName() + ".call")
                    .contains(problem + ", so no proxy can limit it");
            assertThat(failure.action()).contains("call the Guard bean inside", fix);
        }

        static List<Arguments> saysWhyAndWhatElse() {
            return List.of(
                    argumentSet("private", Private.class, "'call' is private", "leave @RateLimit out"),
                    argumentSet("static", Static.class, "'call' is static", "leave @RateLimit out"),
                    argumentSet("final", Final.class, "'call' is final", "leave @RateLimit out"),
                    argumentSet("in a final class", FinalClass.class, "'call' is in the final class FinalClass", ""),
                    argumentSet(
                            "final, by class",
                            FinalOfClass.class,
                            "(on the class): method: 'call' is final",
                            "@Unlimited"),
                    argumentSet("static, by class", StaticOfClass.class, "is static", "put @Unlimited on it"),
                    argumentSet(
                            "all, by class",
                            FinalClassOfClass.class,
                            "is in the final class FinalClassOfClass",
                            "@Unlimited"));
        }
    }

    @Nested
    class OfAProperty {

        private static final String NIGHT =
                "limiter.load.schedule.night.cron=0 0 22 * * *;limiter.load.schedule.night.duration=8h;";

        static class Orders {
            @RateLimit(name = "orders")
            public void call() {}
        }

        @ParameterizedTest
        @MethodSource
        void namesThePropertyInFullTheValueAndTheFix(String property, String problem, String fix) {
            StartFailure failure =
                    StartFailure.of(Applications.with(Orders.class).withPropertyValues(property.split(";")));
            assertThat(failure.description()).contains(problem);
            assertThat(failure.action()).contains(fix);
        }

        static List<Arguments> namesThePropertyInFullTheValueAndTheFix() {
            return List.of(
                    property("limiter.policies.orders.limit=0", "limiter.policies.orders.limit: '0'", "1 or more"),
                    property(
                            "limiter.policies.orders.window=400d", "limiter.policies.orders.window: 'PT9600H'", "366d"),
                    property(
                            "limiter.policies.orders.algorithm=leaky-bucket;limiter.policies.orders.max-wait=25h",
                            "limiter.policies.orders.max-wait: 'PT25H'",
                            "such as 2s"),
                    property(
                            "limiter.policies.orders.dimension=x", "limiter.policies.orders.dimension: 'x'", "Use one"),
                    property(
                            "limiter.policies.orders.algorithm=x", "limiter.policies.orders.algorithm: 'x'", "Use one"),
                    property("limiter.policies.orders.key=#x", "limiter.policies.orders.key: '#x' names #x", "#root"),
                    property("limiter.policies.orders.permits=61", "limiter.policies.orders.permits: '61'", "permits"),
                    property("limiter.policies.orders.condition=(", "limiter.policies.orders.condition: '('", "Write"),
                    property("limiter.policies.orders.fallback=x", "limiter.policies.orders.fallback: 'x'", "Declare"),
                    property("limiter.tiers.p1.limit=-5", "limiter.tiers.p1.limit: '-5'", "1 or more"),
                    property("limiter.defaults.algorithm=x", "limiter.defaults.algorithm: 'x'", "Use one of"),
                    property("limiter.defaults.limit=100001", "limiter.defaults.limit: '100001'", "token-bucket"),
                    property("limiter.global.limit=0", "limiter.global.limit: '0'", "1 or more"),
                    property("limiter.global.limit=1000000", "limiter.global.limit: '1000000'", "token-bucket"),
                    property("limiter.allow-list=10.0.0.0/33", "limiter.allow-list: '10.0.0.0/33'", "192.0.2.0/24"),
                    property("limiter.allow-list=example.org", "limiter.allow-list: 'example.org'", "user:alice"),
                    property("limiter.load.p1-at-peak=0", "limiter.load.p1-at-peak: '0.0'", "more than 0"),
                    property("limiter.load.p1-at-critical=0.6", "limiter.load.p1-at-critical: '0.6'", "smaller one"),
                    property("limiter.load.reserved=1", "limiter.load.reserved: '1.0'", "such as 0.1"),
                    property("limiter.load.retry-after=2h", "limiter.load.retry-after: 'PT2H'", "1s to 1h"),
                    property(
                            "limiter.load.adaptive.enabled=true;limiter.load.adaptive.peak-ratio=1",
                            "limiter.load.adaptive.peak-ratio: '1.0'",
                            "such as 2"),
                    property(
                            "limiter.load.adaptive.enabled=true;limiter.load.adaptive.critical-ratio=2",
                            "limiter.load.adaptive.critical-ratio: '2.0'",
                            "such as 4"),
                    property(
                            "limiter.load.schedule.night.duration=8h;limiter.load.schedule.night.level=peak",
                            "limiter.load.schedule.night.cron: '' is missing",
                            "such as 0 0 22 * * *"),
                    property(
                            "limiter.load.schedule.night.cron=0 0 22 * * *;limiter.load.schedule.night.level=peak",
                            "limiter.load.schedule.night.duration: '' is missing",
                            "such as 8h"),
                    property(
                            NIGHT + "limiter.load.schedule.night.cron=at ten;limiter.load.schedule.night.level=peak",
                            "limiter.load.schedule.night.cron: 'at ten' is no cron expression",
                            "such as 0 0 22 * * *"),
                    property(
                            NIGHT + "limiter.load.schedule.night.zone=Berlin;limiter.load.schedule.night.level=peak",
                            "limiter.load.schedule.night.zone: 'Berlin' is not a time zone",
                            "Europe/Berlin"),
                    property(
                            NIGHT + "limiter.load.schedule.night.duration=8d;limiter.load.schedule.night.level=peak",
                            "limiter.load.schedule.night.duration: 'PT192H' is out of range",
                            "such as 8h"),
                    property(
                            NIGHT + "limiter.load.schedule.night.tiers=P0",
                            "limiter.load.schedule.night.tiers: 'P0' is the core business",
                            "Name P1 or P2"),
                    property(NIGHT, "limiter.load.schedule.night.level: '' is missing", "Set a level"),
                    property("limiter.memory.max-keys=0", "limiter.memory.max-keys: '0' is out of range", "from 1"),
                    property("limiter.wait.max-callers=-1", "limiter.wait.max-callers: '-1' is out of range", "from 0"),
                    property(
                            "limiter.wait.max-async-callers=-1",
                            "limiter.wait.max-async-callers: '-1' is out of range",
                            "from 0"),
                    property("limiter.decisions.remembered=0", "limiter.decisions.remembered: '0'", "1 to 1000000"),
                    property("limiter.client-ip.ipv6-prefix=129", "limiter.client-ip.ipv6-prefix: '129'", "1 to 128"),
                    property("limiter.client-ip.ipv6-prefix=0", "limiter.client-ip.ipv6-prefix: '0'", "1 to 128"),
                    property("limiter.client-ip.header=", "limiter.client-ip.header: ''", "X-Forwarded-For"));
        }

        private static Arguments property(String property, String problem, String fix) {
            return argumentSet(property, property, problem, fix);
        }
    }

    @Nested
    class OfAPropertyForRequests {

        private final WebApplicationContextRunner application = new WebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class));

        @ParameterizedTest
        @MethodSource
        void namesThePropertyInFullTheValueAndTheFix(String property, String problem, String fix) {
            StartFailure failure = StartFailure.of(application.withPropertyValues(property.split(";")));
            assertThat(failure.description()).contains(problem);
            assertThat(failure.action()).contains(fix);
        }

        static List<Arguments> namesThePropertyInFullTheValueAndTheFix() {
            String match = "limiter.policies.x.match=/x;";
            String onlyAnnotated = "leave match out and put @RateLimit(name = \"x\") on the method";
            return List.of(
                    property(
                            "limiter.policies.x.match=products",
                            "limiter.policies.x.match: 'products'",
                            "/products/**"),
                    property(
                            "limiter.policies.x.match=GET POST /x",
                            "limiter.policies.x.match: 'GET POST /x'",
                            "GET,POST"),
                    property("limiter.policies.x.match=GTE /x", "names GTE, which is not an HTTP method", "GET,POST"),
                    property("limiter.policies.x.match=/x/{id", "is not a path pattern", "/orders/{id}"),
                    property("limiter.policies.x.match=/**/x/**/y", "is not a path pattern", "/products/**"),
                    property(match + "limiter.policies.x.key=#id", "limiter.policies.x.key: '#id'", onlyAnnotated),
                    property(
                            match + "limiter.policies.x.condition=true", "limiter.policies.x.condition", onlyAnnotated),
                    property(
                            match + "limiter.policies.x.fallback=f", "limiter.policies.x.fallback: 'f'", onlyAnnotated),
                    property(match + "limiter.policies.x.permits=#n", "limiter.policies.x.permits: '#n'", "digits"),
                    property(match + "limiter.policies.x.permits=61", "limiter.policies.x.permits: '61'", "permits"),
                    property(
                            match + "limiter.policies.x.algorithm=leaky-bucket;limiter.policies.x.max-wait=-1",
                            "limiter.policies.x.max-wait: '-1' lets HTTP callers",
                            "such as 2s"),
                    property(
                            "limiter.client-ip.trusted-proxies=10.0.0.0/40",
                            "limiter.client-ip.trusted-proxies: '10.0.0.0/40'",
                            "10.0.0.0/8"));
        }

        private static Arguments property(String property, String problem, String fix) {
            return argumentSet(property, property, problem, fix);
        }
    }

    @Nested
    class OfBeans {

        static class One implements RateLimitAlgorithm {

            @Override
            public String name() {
                return "mine";
            }

            @Override
            public Counter newCounter() {
                throw new UnsupportedOperationException();
            }
        }

        static class Two extends One {}

        @Test
        void namesWhatTwoOfThemAreCalled() {
            assertThat(StartFailure.of(Applications.with(One.class, Two.class)).description())
                    .isEqualTo("algorithm: 'mine' is the name of two RateLimitAlgorithm beans.");
        }
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class InTheLog {

        @Configuration
        @ImportAutoConfiguration(LimiterAutoConfiguration.class)
        @Import(OfAnAnnotation.ZeroLimit.class)
        static class WrongAnnotation {}

        @Configuration
        @ImportAutoConfiguration(LimiterAutoConfiguration.class)
        static class Sound {}

        @Test
        void standsADescriptionAndAnActionOfAnAnnotation(CapturedOutput log) {
            start(WrongAnnotation.class);
            assertThat(log)
                    .containsSubsequence(
                            "APPLICATION FAILED TO START",
                            "Description:",
                            "@RateLimit on StartFailureTests.OfAnAnnotation.ZeroLimit.call: limit: '0' is not",
                            "Action:",
                            "Set a limit of 1 or more.");
        }

        @Test
        void standsADescriptionAndAnActionOfAProperty(CapturedOutput log) {
            start(Sound.class, "--limiter.memory.max-keys=-1");
            assertThat(log)
                    .containsSubsequence(
                            "APPLICATION FAILED TO START",
                            "limiter.memory.max-keys: '-1' is out of range.",
                            "Action:",
                            "Set a number from 1 to 2147483647.");
        }

        private static void start(Class<?> application, String... arguments) {
            SpringApplication start = new SpringApplication(application);
            start.setWebApplicationType(WebApplicationType.NONE);
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> start.run(arguments))
                    .havingRootCause()
                    .isInstanceOf(InvalidConfigurationException.class);
        }
    }
}
