package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.autoconfigure.StartFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** {@code fallback} names a method that answers in the place of a refused call. */
class FallbackTests {

    static class Base {

        protected String inherited(int number) {
            return "inherited " + number;
        }
    }

    static class Prices extends Base {

        private final String state = "bean's";

        @RateLimit(dimension = INTERFACE, limit = 1, fallback = "cached")
        public String plain(int number) {
            return "fresh";
        }

        private String cached(int number) {
            return state + " cached " + number;
        }

        @RateLimit(dimension = INTERFACE, limit = 1, fallback = "explained")
        public String telling(int number) {
            return "fresh";
        }

        String explained(int number, Decision decision) {
            return decision.outcome() + " by "
                    + decision.violated().get(0).check().policy().name();
        }

        String explained(int number) {
            return "without the decision";
        }

        String explained(String text, Decision decision) {
            return "another overload";
        }

        @RateLimit(dimension = INTERFACE, limit = 1, fallback = "inherited")
        public Object wider(int number) {
            return "fresh";
        }

        @RateLimit(dimension = INTERFACE, limit = 1, fallback = "fixed")
        public int primitive() {
            return 1;
        }

        static Integer fixed() {
            return 2;
        }

        @RateLimit(dimension = INTERFACE, limit = 1, fallback = "failing")
        public void fails() {}

        void failing() {
            throw new IllegalStateException("the fallback's own");
        }

        @RateLimit(name = "first", dimension = INTERFACE, limit = 2, fallback = "one")
        @RateLimit(name = "second", dimension = INTERFACE, limit = 1, key = "#number", fallback = "two")
        @RateLimit(name = "third", dimension = INTERFACE, limit = 1, key = "#number")
        public String several(int number) {
            return "fresh";
        }

        String one(int number) {
            return "one";
        }

        String two(int number) {
            return "two";
        }

        @RateLimit(name = "with", dimension = INTERFACE, limit = 5, fallback = "cached")
        @RateLimit(name = "without", dimension = INTERFACE, limit = 1)
        public String sometimes(int number) {
            return "fresh";
        }
    }

    private final ApplicationContextRunner application = Applications.with(Prices.class, Decisions.class);

    @Test
    void answersWithTheSameArgumentsAndMayBePrivate() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            assertThat(prices.plain(5)).isEqualTo("fresh");
            assertThat(prices.plain(6)).isEqualTo("bean's cached 6");
        });
    }

    @Test
    void isToldTheDecisionIfItAsksForIt() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            prices.telling(5);
            assertThat(prices.telling(6)).isEqualTo("LIMITED by prices-telling");
        });
    }

    @Test
    void mayBeInheritedAndReturnASubtype() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            prices.wider(5);
            assertThat(prices.wider(6)).isEqualTo("inherited 6");
        });
    }

    @Test
    void mayBeStaticAndBox() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            prices.primitive();
            assertThat(prices.primitive()).isEqualTo(2);
        });
    }

    @Test
    void failsAsItself() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            prices.fails();
            assertThatIllegalStateException().isThrownBy(prices::fails).withMessage("the fallback's own");
        });
    }

    @Test
    void isThatOfTheFirstLimitThatRefused() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            assertThat(prices.several(1)).isEqualTo("fresh");
            assertThat(prices.several(1)).as("second and third refuse").isEqualTo("two");
            assertThat(prices.several(2)).isEqualTo("fresh");
            assertThat(prices.several(2)).as("all refuse").isEqualTo("one");
        });
    }

    @Test
    void isNotThatOfALimitThatHadRoom() {
        application.run(context -> {
            Prices prices = context.getBean(Prices.class);
            prices.sometimes(1);
            assertThatExceptionOfType(RejectedException.class).isThrownBy(() -> prices.sometimes(1));
        });
    }

    static class Unknown {

        @RateLimit(fallback = "nothing")
        public String call(int number) {
            return "";
        }
    }

    static class OtherParameters {

        @RateLimit(fallback = "other")
        public String call(int number) {
            return "";
        }

        String other(long number) {
            return "";
        }

        String other() {
            return "";
        }
    }

    static class OtherReturn {

        @RateLimit(fallback = "other")
        public String call() {
            return "";
        }

        Object other() {
            return "";
        }
    }

    static class NothingReturned {

        @RateLimit(fallback = "other")
        public int call() {
            return 1;
        }

        void other() {}
    }

    static class SomethingReturned {

        @RateLimit(fallback = "other")
        public void call() {}

        String other() {
            return "";
        }
    }

    static class Itself {

        @RateLimit(fallback = "call")
        public String call() {
            return "";
        }
    }

    @ParameterizedTest
    @MethodSource
    void stopsTheStart(Class<?> bean, String problem, String fix) {
        StartFailure failure = StartFailure.of(Applications.with(bean));
        assertThat(failure.description())
                .contains(bean.getSimpleName() + ".call: fallback: '")
                .contains(problem);
        assertThat(failure.action()).contains(fix);
    }

    static List<Arguments> stopsTheStart() {
        return List.of(
                argumentSet(
                        "unknown",
                        Unknown.class,
                        "'nothing' is not a method of Unknown with the parameters of call",
                        "Declare String nothing(int) there, optionally with a last parameter Decision"),
                argumentSet(
                        "other parameters",
                        OtherParameters.class,
                        "'other' is not a method",
                        "Declare String other(int)"),
                argumentSet(
                        "returns too much",
                        OtherReturn.class,
                        "'other' returns Object, but call returns String",
                        "Let it return String"),
                argumentSet("returns nothing", NothingReturned.class, "returns void", "Let it return int"),
                argumentSet("returns something", SomethingReturned.class, "returns String", "Let it return void"),
                argumentSet("is the method itself", Itself.class, "is the limited method itself", "Name another"));
    }
}
