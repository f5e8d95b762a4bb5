package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.expression.spel.standard.SpelCompiler;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.util.ReflectionUtils;

/** What expressions see of a call, and which of them stop the start. */
class CallExpressionTests {

    /** A type as it is written before there were records. */
    public static class Customer {

        public String getName() {
            return "carol";
        }

        public boolean isVip() {
            return true;
        }
    }

    public record Order(long id, Customer customer, List<String> items) {}

    record Hidden(int secret) {}

    public static class Tenants {

        public String of(String user) {
            return "tenant of " + user;
        }
    }

    static class Target {

        public String place(Order order, int[] counts, Object any) {
            return "target";
        }

        @Override
        public String toString() {
            return "the target";
        }
    }

    private static final Order ORDER = new Order(7, new Customer(), List.of("a", "b"));
    private static final Method METHOD =
            ReflectionUtils.findMethod(Target.class, "place", Order.class, int[].class, Object.class);

    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    private final CallExpressions expressions =
            new CallExpressions(beans, getClass().getClassLoader());

    CallExpressionTests() {
        beans.registerSingleton("tenants", new Tenants());
        beans.registerSingleton("other.tenants", new Tenants());
    }

    @ParameterizedTest
    @MethodSource
    void sees(String text, Object expected) {
        CallExpression expression = compile(text);
        Call call = call(ORDER, new int[] {1, 2}, Map.of("k", new Hidden(5)));
        for (int time = 0; time < 3; time++) {
            assertThat(expression.evaluate(call)).isEqualTo(expected);
        }
    }

    static List<Arguments> sees() {
        return List.of(
                argumentSet("an argument", "#order", ORDER),
                argumentSet("an argument by position", "#p0", ORDER),
                argumentSet("an argument by position, the other way", "#a0.id", 7L),
                argumentSet("a component of a record", "#order.id", 7L),
                argumentSet("a getter", "#order.customer.name", "carol"),
                argumentSet("a getter of a boolean", "#order.customer.vip", true),
                argumentSet("a method", "#order.items.size()", 2),
                argumentSet("an element of a list", "#order.items[1]", "b"),
                argumentSet("an element of an array", "#counts[1]", 2),
                argumentSet("a map and a private record", "#any['k'].secret", 5),
                argumentSet("a projection", "#order.items.![#this + '!']", List.of("a!", "b!")),
                argumentSet("a text of several", "#order.id + ':' + #counts.length", "7:2"),
                argumentSet("all arguments", "#root.args.length", 3),
                argumentSet("an argument among all", "#root.args[0].id", 7L),
                argumentSet("without #root", "args[0].id", 7L),
                argumentSet("the method", "#root.method.name", "place"),
                argumentSet("the target", "#root.target.toString()", "the target"),
                argumentSet("a bean", "@tenants.of(#order.customer.name)", "tenant of carol"),
                argumentSet("a bean with a dot in its name", "@'other.tenants'.of('bob')", "tenant of bob"),
                argumentSet("a constant", "'all'", "all"),
                argumentSet("a safe way to null", "#order?.customer?.name", "carol"));
    }

    @Test
    void seesNullForWhatIsNull() {
        Call call = call(null, null, null);
        assertThat(compile("#order").evaluate(call)).isNull();
        assertThat(compile("#order?.id").evaluate(call)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#order.id",
                "#order.customer.name",
                "#order.items.size()",
                "#counts[0]",
                "#root.args[0].id",
                "#order.customer.name + ':' + #order.items[0].toString()",
                "#order.id > 5L and #order.customer.vip"
            })
    void becomesByteCodeOnceItsTypesAreKnown(String text) {
        CompiledExpression expression = (CompiledExpression) compile(text);
        Call call = call(ORDER, new int[] {1, 2}, null);
        Object interpreted = expression.evaluate(call);
        assertThat(SpelCompiler.compile((SpelExpression) expression.expression()))
                .isTrue();
        assertThat(expression.evaluate(call)).isEqualTo(interpreted);
    }

    @Test
    void aBareArgumentNeedsNoSpelAtAll() {
        assertThat(compile("#order")).isInstanceOf(ArgumentExpression.class);
    }

    @Test
    void whatCannotBeWorkedOutSaysWhichExpressionItIs() {
        CallExpression expression = compile("#order.customer.name");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> expression.evaluate(call(null, null, null)))
                .withMessageContaining("here '#order.customer.name' cannot be worked out");
    }

    @ParameterizedTest
    @MethodSource
    void isRefused(String text, String problem) {
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> compile(text))
                .withMessageContaining("here: '" + text + "'")
                .withMessageContaining(problem);
    }

    static List<Arguments> isRefused() {
        String parameters = "Use #order, #counts, #any, #root or @bean";
        return List.of(
                argumentSet("what cannot be parsed", "#order.", "is not SpEL"),
                argumentSet("an unclosed bracket", "#order.items[", "is not SpEL"),
                argumentSet("an unknown variable", "#ordr", parameters),
                argumentSet("an unknown variable deep within", "'x' + #order.items.?[#this == #item]", "#item"),
                argumentSet("a position beyond the last", "#p3", "which is not a parameter of place"),
                argumentSet("an unknown bean", "@tenant.of('x')", "@tenant, which is not a bean"),
                argumentSet("a function", "#lower('X')", "names #lower('X'), a function"),
                argumentSet("an assignment", "#order = null", "changes something"),
                argumentSet("an increment", "#counts[0]++", "changes something"),
                argumentSet("a decrement", "--#counts[0]", "changes something"));
    }

    @Test
    void manyThreadsWithManyTypesGetWhatBelongsToTheirCall() throws Exception {
        CallExpression expression = compile("#any.toString() + ':' + #order?.id");
        int threads = 16;
        List<Object> values = List.of(1, "text", 2L, new StringBuilder("builder"), 'c', List.of(1));
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Boolean>> answers = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long id = thread;
                Order order = thread == 3 ? null : new Order(id, new Customer(), List.of());
                Callable<Boolean> evaluation = () -> {
                    start.await();
                    boolean right = true;
                    for (int round = 0; round < 700; round++) {
                        Object value = values.get((int) (round / 110 + id) % values.size());
                        String expected = value + ":" + (order == null ? "null" : id);
                        right &= expected.equals(expression.evaluate(call(order, null, value)));
                    }
                    return right;
                };
                answers.add(executor.submit(evaluation));
            }
            start.countDown();
            for (Future<Boolean> answer : answers) {
                assertThat(answer.get()).isTrue();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private CallExpression compile(String text) {
        return expressions.compile(new Written(text, "here"), METHOD);
    }

    private static Call call(Object... arguments) {
        Target target = new Target();
        return new Call(new MethodInvocation() {
            @Override
            public Method getMethod() {
                return METHOD;
            }

            @Override
            public Object[] getArguments() {
                return arguments;
            }

            @Override
            public Object proceed() {
                throw new AssertionError("expressions only look: " + Arrays.toString(arguments));
            }

            @Override
            public Object getThis() {
                return target;
            }

            @Override
            public AccessibleObject getStaticPart() {
                return METHOD;
            }
        });
    }
}
