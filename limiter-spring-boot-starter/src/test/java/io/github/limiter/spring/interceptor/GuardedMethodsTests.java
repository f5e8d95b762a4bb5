package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.Applications;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.springframework.util.ReflectionUtils;

class GuardedMethodsTests {

    static class Orders {

        @RateLimit(key = "#id + ':' + #root.method.name")
        public void create(String id) {}

        public void free() {}
    }

    private static final Method CREATE = ReflectionUtils.findMethod(Orders.class, "create", String.class);
    private static final Method FREE = ReflectionUtils.findMethod(Orders.class, "free");

    @Test
    void parsesAMethodOnce() {
        Applications.with(Orders.class).run(context -> {
            GuardedMethods guarded = context.getBean(GuardedMethods.class);
            GuardedMethod parsed = guarded.find(CREATE, Orders.class);
            assertThat(parsed).isNotNull();
            context.getBean(Orders.class).create("1");
            assertThat(guarded.find(CREATE, Orders.class)).isSameAs(parsed);
            assertThat(guarded.find(FREE, Orders.class)).isNull();
        });
    }

    @Test
    void knowsAProxiedBeanByItsClass() {
        Applications.with(Orders.class).run(context -> {
            GuardedMethods guarded = context.getBean(GuardedMethods.class);
            Orders orders = context.getBean(Orders.class);
            assertThat(guarded.guards(orders, CREATE)).isTrue();
            assertThat(guarded.guards(orders, FREE)).isFalse();
        });
    }
}
