package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Policies;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.autoconfigure.StartFailure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What policies are called, and who shares a count because of it. */
class PolicyNameTests {

    @Nested
    class ByDefault {

        static class OrderController {

            @RateLimit(dimension = INTERFACE, limit = 9)
            @RateLimit(dimension = INTERFACE, limit = 8)
            @RateLimit(dimension = INTERFACE, limit = 7)
            public void create() {}

            @RateLimit(dimension = INTERFACE, limit = 9)
            public void listHTMLPages2() {}

            @RateLimit(dimension = INTERFACE, limit = 9)
            public void snake_case() {}
        }

        @Test
        void classAndMethodInKebabCaseWithANumberFromTheSecondOn() {
            assertThat(policiesOf(Applications.with(OrderController.class)))
                    .containsExactly(
                            "order-controller-create",
                            "order-controller-create-2",
                            "order-controller-create-3",
                            "order-controller-list-html-pages2",
                            "order-controller-snake-case");
        }

        static class Overloads {

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void create() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void create(int number) {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void create(String text) {}
        }

        @Test
        void overloadsHaveCountsOfTheirOwn() {
            Applications.with(Overloads.class).run(context -> {
                Overloads orders = context.getBean(Overloads.class);
                assertThat(admitted(orders::create)).isEqualTo(1);
                assertThat(admitted(() -> orders.create(1))).isEqualTo(1);
                assertThat(admitted(() -> orders.create("1"))).isEqualTo(1);
            });
        }

        static class More extends Overloads {

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void create(long number) {}
        }

        @Test
        void inheritedOverloadsToo() {
            Applications.with(More.class).run(context -> {
                More orders = context.getBean(More.class);
                assertThat(admitted(orders::create)).isEqualTo(1);
                assertThat(admitted(() -> orders.create(1))).isEqualTo(1);
                assertThat(admitted(() -> orders.create(1L))).isEqualTo(1);
            });
        }

        static class AVeryLongNameThatSomebodyGaveToAControllerForNoGoodReason {

            @RateLimit(dimension = INTERFACE, limit = 9)
            public void andToItsMethodToo() {}

            @RateLimit(dimension = INTERFACE, limit = 9)
            public void andToItsMethodAsWell() {}
        }

        @Test
        void longNamesAreCutAndStillTellApart() {
            assertThat(policiesOf(Applications.with(AVeryLongNameThatSomebodyGaveToAControllerForNoGoodReason.class)))
                    .hasSize(2)
                    .allSatisfy(name -> assertThat(name)
                            .hasSizeLessThanOrEqualTo(64)
                            .startsWith("a-very-long-name-that-somebody-gave-to-a-contr"));
        }

        static class North {
            static class Orders {

                @RateLimit(dimension = INTERFACE, limit = 1)
                public void create() {}
            }

            @RateLimit(dimension = INTERFACE, limit = 1)
            static class Refunds {

                public void create() {}
            }
        }

        static class South {
            static class Orders {

                @RateLimit(dimension = INTERFACE, limit = 1)
                public void create() {}
            }

            @RateLimit(dimension = INTERFACE, limit = 1)
            static class Refunds {

                public void create() {}
            }
        }

        @ParameterizedTest
        @CsvSource({"Orders, orders-create", "Refunds, refunds"})
        void neverJoinCountsOfClassesThatHappenToHaveOneName(String simpleName, String policy) throws Exception {
            Class<?> north = Class.forName(North.class.getName() + "$" + simpleName);
            Class<?> south = Class.forName(South.class.getName() + "$" + simpleName);
            StartFailure failure =
                    StartFailure.of(Applications.with().withBean("north", north).withBean("south", south));
            assertThat(failure.description())
                    .contains("'" + policy + "'", north.getName(), south.getName(), "would share one count");
            assertThat(failure.action()).contains("Set name");
        }
    }

    @Nested
    class Written {

        static class Orders {

            @RateLimit(name = "orders", dimension = INTERFACE, limit = 3)
            public void create() {}
        }

        static class Carts {

            @RateLimit(name = "orders", dimension = INTERFACE, limit = 3)
            public void order() {}
        }

        static class Refunds {

            @RateLimit(name = "orders", dimension = INTERFACE, limit = 4)
            public void refund() {}
        }

        static class Twice {

            @RateLimit(name = "same", dimension = INTERFACE, limit = 4)
            @RateLimit(name = "same", dimension = INTERFACE, limit = 4)
            public void call() {}
        }

        static class Odd {

            @RateLimit(name = "orders/create", limit = 4)
            public void create() {}
        }

        @Test
        void theSamePolicyInTwoPlacesIsOneCount() {
            Applications.with(Orders.class, Carts.class).run(context -> {
                context.getBean(Orders.class).create();
                assertThat(admitted(context.getBean(Carts.class)::order)).isEqualTo(2);
                assertThat(admitted(context.getBean(Orders.class)::create)).isZero();
            });
        }

        @Test
        void differentPoliciesOfOneNameStopTheStartNamingBoth() {
            StartFailure failure = StartFailure.of(Applications.with(Orders.class, Refunds.class));
            assertThat(failure.description())
                    .contains("@RateLimit on PolicyNameTests.Written.Orders.create")
                    .contains("@RateLimit on PolicyNameTests.Written.Refunds.refund: name: 'orders'")
                    .contains("differs in quota (3 per PT1M, not 4 per PT1M)");
            assertThat(failure.action()).contains("another name");
        }

        @Test
        void aPropertyCanMakeThemTheSame() {
            Applications.with(Orders.class, Refunds.class)
                    .withPropertyValues("limiter.policies.orders.limit=2")
                    .run(context -> {
                        assertThat(admitted(context.getBean(Orders.class)::create))
                                .isEqualTo(2);
                        assertThat(admitted(context.getBean(Refunds.class)::refund))
                                .isZero();
                    });
        }

        @Test
        void oneNameTwiceOnOneMethodStopsTheStart() {
            StartFailure failure = StartFailure.of(Applications.with(Twice.class));
            assertThat(failure.description()).contains("Twice.call: name: 'same'", "charge it twice");
        }

        @Test
        void namesThatKeysAndFieldsCannotCarryStopTheStart() {
            StartFailure failure = StartFailure.of(Applications.with(Odd.class));
            assertThat(failure.description()).contains("Odd.create: name: 'orders/create'");
            assertThat(failure.action()).contains("A-Z a-z 0-9 . _ -");
        }
    }

    private static List<String> policiesOf(ApplicationContextRunner application) {
        List<String> names = new ArrayList<>();
        application.run(context -> context.getBean(Policies.class).all().stream()
                .map(limit -> limit.policy().name())
                .forEach(names::add));
        return names;
    }
}
