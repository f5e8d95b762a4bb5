package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RateLimits;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.guard.Policies;
import io.github.limiter.spring.Applications;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AliasFor;

/** Where {@code @RateLimit} may stand, and what it applies to there. */
class LimitPlacementTests {

    @Nested
    class OnAMethod {

        static class Orders {

            @RateLimit(dimension = INTERFACE, limit = 3)
            public void create() {}

            @RateLimit(dimension = INTERFACE, limit = 2)
            void packagePrivate() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            protected void protectedOne() {}

            public void free() {}
        }

        @Test
        void limitsThatMethodAlone() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(orders::create)).isEqualTo(3);
                assertThat(admitted(orders::free)).isEqualTo(12);
            });
        }

        @Test
        void needsNoPublicMethod() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(orders::packagePrivate)).isEqualTo(2);
                assertThat(admitted(orders::protectedOne)).isEqualTo(1);
            });
        }
    }

    @Nested
    class OnAClass {

        @RateLimit(dimension = INTERFACE, limit = 3)
        static class Orders {

            public void create() {}

            public void cancel() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void refund() {}

            @Unlimited
            public void list() {}

            void packagePrivate() {}

            @Override
            public String toString() {
                return "orders";
            }

            @Override
            public int hashCode() {
                return 1;
            }

            @Override
            public boolean equals(Object other) {
                return other == this;
            }
        }

        @Test
        void isOnePolicyThatAllPublicMethodsShare() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                orders.create();
                assertThat(admitted(orders::cancel)).isEqualTo(2);
                assertThat(admitted(orders::create)).isZero();
                assertThat(policyNames(context)).containsExactly("orders", "orders-refund");
            });
        }

        @Test
        void isReplacedByThatOfAMethod() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(orders::refund)).isEqualTo(1);
                assertThat(admitted(orders::create)).isEqualTo(3);
            });
        }

        @Test
        void isLiftedByUnlimited() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::list))
                            .isEqualTo(12));
        }

        @Test
        void leavesOtherMethodsAlone() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(orders::packagePrivate)).isEqualTo(12);
                assertThat(admitted(orders::toString)).isEqualTo(12);
                assertThat(admitted(orders::hashCode)).isEqualTo(12);
                assertThat(admitted(() -> orders.equals(this))).isEqualTo(12);
            });
        }
    }

    @Nested
    class OnASuperclass {

        @RateLimit(dimension = INTERFACE, limit = 3)
        static class Base {

            public void inherited() {}

            public void overridden() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void strict() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            public void loosened() {}
        }

        static class Orders extends Base {

            @Override
            public void overridden() {}

            @Override
            public void strict() {}

            @Override
            @RateLimit(dimension = INTERFACE, limit = 2)
            public void loosened() {}
        }

        static class Payments extends Base {}

        @RateLimit(dimension = INTERFACE, limit = 5)
        static class Refunds extends Base {}

        @Test
        void appliesToSubclassesEachWithACountOfItsOwn() {
            Applications.with(Orders.class, Payments.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                orders.inherited();
                assertThat(admitted(orders::overridden)).isEqualTo(2);
                assertThat(admitted(context.getBean(Payments.class)::inherited)).isEqualTo(3);
                assertThat(policyNames(context)).contains("orders", "payments");
            });
        }

        @Test
        void isReplacedByThatOfTheSubclass() {
            Applications.with(Refunds.class)
                    .run(context -> assertThat(admitted(context.getBean(Refunds.class)::inherited))
                            .isEqualTo(5));
        }

        @Test
        void appliesToOverridingMethods() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::strict))
                            .isEqualTo(1));
        }

        @Test
        void isReplacedByThatOfTheOverridingMethod() {
            Applications.with(Orders.class).run(context -> {
                assertThat(admitted(context.getBean(Orders.class)::loosened)).isEqualTo(2);
                assertThat(policyNames(context)).doesNotContain("orders-loosened-2");
            });
        }
    }

    @Nested
    class OnAnInterface {

        interface Store<T> {

            @RateLimit(dimension = INTERFACE, limit = 2)
            void save(T item);

            @RateLimit(dimension = INTERFACE, limit = 3)
            default void inherited() {}

            @RateLimit(dimension = INTERFACE, limit = 1)
            void freed();
        }

        static class Orders implements Store<String> {

            @Override
            public void save(String item) {}

            @Override
            @Unlimited
            public void freed() {}
        }

        @RateLimit(dimension = INTERFACE, limit = 4)
        interface Limited {

            void call();
        }

        static class Payments implements Limited {

            @Override
            public void call() {}
        }

        @Test
        void appliesToImplementationsOfAMethod() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                orders.save("by class");
                Store<String> store = orders;
                assertThat(admitted(() -> store.save("by interface"))).isEqualTo(1);
                assertThat(admitted(orders::inherited)).isEqualTo(3);
                assertThat(policyNames(context)).containsExactly("orders-inherited", "orders-save");
            });
        }

        @Test
        void isLiftedByUnlimitedOnTheImplementation() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::freed))
                            .isEqualTo(12));
        }

        @Test
        void appliesToImplementationsOfTheInterface() {
            Applications.with(Payments.class)
                    .run(context -> assertThat(admitted(context.getBean(Payments.class)::call))
                            .isEqualTo(4));
        }
    }

    @Nested
    class AsMetaAnnotation {

        @Retention(RetentionPolicy.RUNTIME)
        @RateLimit(dimension = INTERFACE, limit = 5, window = "1h")
        @interface Hourly {

            @AliasFor(annotation = RateLimit.class)
            long limit() default 5;

            @AliasFor(annotation = RateLimit.class, attribute = "name")
            String called() default "";
        }

        static class Orders {

            @Hourly
            public void asItIs() {}

            @Hourly(limit = 2, called = "alias")
            public void withAliases() {}

            @Hourly(limit = 3)
            @RateLimit(name = "direct", dimension = INTERFACE, limit = 4)
            public void besideAnother() {}
        }

        @Hourly(limit = 1)
        static class Payments {

            public void pay() {}
        }

        @Test
        void limitsAsItIs() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::asItIs))
                            .isEqualTo(5));
        }

        @Test
        void takesAttributesByAliasFor() {
            Applications.with(Orders.class).run(context -> {
                assertThat(admitted(context.getBean(Orders.class)::withAliases)).isEqualTo(2);
                assertThat(policyNames(context)).contains("alias");
            });
        }

        @Test
        void standsBesideOthers() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(admitted(context.getBean(Orders.class)::besideAnother))
                            .isEqualTo(3));
        }

        @Test
        void standsOnClasses() {
            Applications.with(Payments.class)
                    .run(context -> assertThat(admitted(context.getBean(Payments.class)::pay))
                            .isEqualTo(1));
        }
    }

    @Nested
    class Repeated {

        static class Orders {

            @RateLimit(name = "loose", dimension = INTERFACE, limit = 9)
            @RateLimit(name = "strict", dimension = INTERFACE, limit = 2)
            public void create() {}

            @RateLimit(name = "loose", dimension = INTERFACE, limit = 9)
            public void loose() {}

            @RateLimits({@RateLimit(dimension = INTERFACE, limit = 4), @RateLimit(dimension = INTERFACE, limit = 3)})
            public void contained() {}

            @RateLimit(dimension = INTERFACE, limit = 3)
            @RateLimit(dimension = INTERFACE, limit = 3)
            public void twins() {}
        }

        @Test
        void limitsAreChargedTogetherOrNotAtAll() {
            Applications.with(Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(admitted(orders::create)).isEqualTo(2);
                assertThat(admitted(orders::loose))
                        .as("refused calls took nothing")
                        .isEqualTo(7);
            });
        }

        @Test
        void containerIsTheSame() {
            Applications.with(Orders.class).run(context -> {
                assertThat(admitted(context.getBean(Orders.class)::contained)).isEqualTo(3);
                assertThat(policyNames(context)).contains("orders-contained", "orders-contained-2");
            });
        }

        @Test
        void equalLimitsAreTwo() {
            Applications.with(Orders.class)
                    .run(context -> assertThat(policyNames(context)).contains("orders-twins", "orders-twins-2"));
        }
    }

    @Test
    void aBeanWithoutLimitsHasNoProxy() {
        Applications.with(Plain.class)
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(Plain.class)))
                        .isFalse());
    }

    static class Plain {

        @Unlimited
        public void call() {}
    }

    private static List<String> policyNames(ApplicationContext context) {
        return context.getBean(Policies.class).all().stream()
                .map(limit -> limit.policy().name())
                .toList();
    }
}
