package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.spring.Applications;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Which calls of a limited method are known to pass by the proxy, and that no other is said to. */
@ExtendWith(OutputCaptureExtension.class)
class SelfInvocationsTests {

    static class Limited {

        @RateLimit(dimension = "global", limit = 3)
        public String create(String id) {
            return id;
        }
    }

    private static List<String> found(Class<?> type) {
        return SelfInvocations.in(type, LimitAnnotations.of(type)).stream()
                .map(call -> call.caller() + " calls " + call.callee().method().getName())
                .sorted()
                .toList();
    }

    @Nested
    class AreFound {

        static class OnItself extends Limited {

            OnItself() {
                create("first");
            }

            public void directly() {
                create("1");
                create("2");
            }

            public void byThis(List<String> ids) {
                for (String id : ids) {
                    this.create(id);
                }
            }

            public Supplier<String> inALambda(String id) {
                return () -> create(id);
            }

            public void byReference(List<String> ids) {
                ids.forEach(this::create);
            }

            private String inPrivate() {
                return create("private");
            }

            @RateLimit(dimension = "global", limit = 3)
            public String create(String id, int times) {
                return create(id).repeat(times);
            }

            public String besideAnother(Runnable task, Object value, int[] numbers, String... names) {
                task.run();
                return create((String) value);
            }
        }

        @Test
        void whereOnlyThisCanBeCalled() {
            assertThat(found(OnItself.class))
                    .containsExactly(
                            "besideAnother calls create",
                            "byReference calls create",
                            "byThis calls create",
                            "create calls create",
                            "directly calls create",
                            "inALambda calls create",
                            "inPrivate calls create",
                            "new calls create");
        }

        abstract static class Template {

            public String run() {
                return step();
            }

            @RateLimit(dimension = "global", limit = 3)
            public abstract String step();
        }

        static class Step extends Template {

            @Override
            public String step() {
                return "step";
            }
        }

        @Test
        void inWhatAClassExtends() {
            assertThat(found(Step.class)).containsExactly("run calls step");
        }

        @RateLimit(dimension = "global", limit = 3)
        static class AsAWhole {

            public String create() {
                return "created";
            }

            @Unlimited
            public String free() {
                return create();
            }

            String forTheNeighbours() {
                return create();
            }
        }

        @Test
        void wherePastLimitsOfTheClassAWayLeadsIn() {
            assertThat(found(AsAWhole.class)).containsExactly("forTheNeighbours calls create", "free calls create");
        }
    }

    @Nested
    class AreNotFound {

        static class OnOthers extends Limited {

            private OnOthers self;
            private static OnOthers instance;
            private OnOthers[] all;
            private Derived derived;
            private Supplier<OnOthers> supplier;
            private ObjectProvider<OnOthers> provider;

            public void byAnInjectedField() {
                self.create("1");
            }

            public void byAStaticField() {
                instance.create("1");
            }

            public void byAnArray() {
                all[0].create("1");
            }

            public void byAFieldOfADerivedType() {
                OnOthers other = derived;
                other.create("1");
            }

            public void bySuppliers() {
                supplier.get().create("1");
                provider.getObject().create("2");
            }

            public void byAParameter(OnOthers other) {
                other.create("1");
            }

            public void byAResult() {
                another().create("1");
            }

            public void byANewOne() {
                new OnOthers().create("1");
            }

            public void byACast(Object other) {
                ((OnOthers) other).create("1");
            }

            public Supplier<String> inALambda(OnOthers other) {
                return () -> other.create("1");
            }

            public Supplier<String> byReference() {
                return self::another2;
            }

            public void ofWhatIsGiven(List<OnOthers> others) {
                others.forEach(OnOthers::another2);
            }

            @RateLimit(dimension = "global", limit = 3)
            public String another2() {
                return "2";
            }

            static void inStatic(OnOthers other) {
                other.create("1");
            }

            OnOthers another() {
                return this;
            }
        }

        static class Derived extends OnOthers {}

        @Test
        void whereAnotherInstanceMayBeCalled() {
            assertThat(found(OnOthers.class)).isEmpty();
        }

        interface Creating<T> {

            String create(T id);
        }

        static class Overriding extends Limited implements Creating<String> {

            @Override
            public String create(String id) {
                return super.create(id);
            }

            @RateLimit(dimension = "global", limit = 3)
            public int countDown(int from) {
                return from == 0 ? 0 : countDown(from - 1);
            }

            @RateLimit(dimension = "global", limit = 3)
            public Supplier<String> retry() {
                return () -> retry().get();
            }
        }

        @Test
        void inOverriddenMethodsBridgesAndRecursion() {
            assertThat(found(Overriding.class)).isEmpty();
        }

        @RateLimit(dimension = "global", limit = 3)
        static class AsAWhole {

            public String one() {
                return other() + inside();
            }

            public String other() {
                return "other";
            }

            private String inside() {
                return other();
            }
        }

        @Test
        void whereTheLimitOfTheClassHasBeenChargedAlready() {
            assertThat(found(AsAWhole.class)).isEmpty();
        }

        interface Api {

            @RateLimit(dimension = "global", limit = 3)
            String create();

            default String twice() {
                return create() + create();
            }
        }

        @Test
        void inInterfaces() {
            assertThat(found(Api.class)).isEmpty();
        }

        @Test
        void whereThereIsNoClassFile() {
            Runnable madeAtRunTime = () -> {};
            assertThat(SelfInvocations.in(madeAtRunTime.getClass(), LimitAnnotations.of(Limited.class)))
                    .isEmpty();
        }
    }

    static class Orders {

        @RateLimit(dimension = "global", limit = 3)
        public void create() {}

        public void createTwo() {
            create();
            create();
        }
    }

    @Test
    void areSaidOnceAtStart(CapturedOutput output) {
        Applications.with(Orders.class).run(context -> {
            context.getBean(Orders.class).createTwo();
            assertThat(output.getOut())
                    .containsOnlyOnce(
                            "@RateLimit on SelfInvocationsTests.Orders.create does not act when createTwo calls it: a"
                                    + " bean's calls of its own methods pass by its proxy. Move one of the two to another bean, or"
                                    + " call it through an injected bean");
        });
    }
}
