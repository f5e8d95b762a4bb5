package io.github.limiter.spring.interceptor;

import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.spring.Applications.admitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.spring.Decisions;
import io.github.limiter.spring.autoconfigure.StartFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** How the guard comes before beans, beside what else is woven into them. */
@ExtendWith(OutputCaptureExtension.class)
class WeavingTests {

    static class Orders {

        @RateLimit(name = "orders", dimension = INTERFACE, limit = 3)
        public String create() {
            return "created";
        }
    }

    @Nested
    class Order {

        static class Transactions extends AbstractPlatformTransactionManager {

            private int begun;

            @Override
            protected Object doGetTransaction() {
                return this;
            }

            @Override
            protected void doBegin(Object transaction, TransactionDefinition how) {
                begun++;
            }

            @Override
            protected void doCommit(DefaultTransactionStatus status) {}

            @Override
            protected void doRollback(DefaultTransactionStatus status) {}
        }

        @Configuration(proxyBeanMethods = false)
        @EnableTransactionManagement
        @EnableCaching
        static class Infrastructure {

            @Bean
            Transactions transactions() {
                return new Transactions();
            }

            @Bean
            ConcurrentMapCacheManager caches() {
                return new ConcurrentMapCacheManager();
            }

            @Bean
            List<String> calls() {
                return new ArrayList<>();
            }

            @Bean
            @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
            static Advisor last() {
                DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
                        new AnnotationMatchingPointcut(null, RateLimit.class),
                        (MethodInterceptor) invocation -> "advised " + invocation.proceed());
                advisor.setOrder(Ordered.LOWEST_PRECEDENCE);
                return advisor;
            }
        }

        static class Prices {

            @RateLimit(dimension = INTERFACE, limit = 2)
            @Transactional
            public String saved() {
                return "saved";
            }

            @RateLimit(dimension = INTERFACE, limit = 2)
            @Cacheable("prices")
            public String cached() {
                return "cached";
            }
        }

        private final ApplicationContextRunner application = Applications.with(Infrastructure.class, Prices.class);

        @Test
        void aRefusedCallOpensNoTransaction() {
            application.run(context -> {
                assertThat(admitted(context.getBean(Prices.class)::saved)).isEqualTo(2);
                assertThat(context.getBean(Transactions.class).begun).isEqualTo(2);
            });
        }

        @Test
        void aCachedAnswerCostsAPermit() {
            application.run(context ->
                    assertThat(admitted(context.getBean(Prices.class)::cached)).isEqualTo(2));
        }

        @Test
        void otherAdviceComesAfterTheGuard() {
            application.run(context -> {
                Prices prices = context.getBean(Prices.class);
                assertThat(prices.saved()).isEqualTo("advised saved");
                prices.saved();
                assertThatExceptionOfType(RejectedException.class).isThrownBy(prices::saved);
            });
        }
    }

    @Nested
    class KindsOfProxies {

        interface Store {

            void save();
        }

        static class Stores implements Store {

            @Override
            @RateLimit(name = "save", dimension = INTERFACE, limit = 2)
            public void save() {}
        }

        static final class FinalStores implements Store {

            @Override
            @RateLimit(name = "save", dimension = INTERFACE, limit = 2)
            public final void save() {}
        }

        static class Unreachable implements Store {

            @Override
            public void save() {}

            @RateLimit
            public void purge() {}
        }

        @RateLimit(name = "stores", dimension = INTERFACE, limit = 2)
        static class LimitedClass implements Store {

            @Override
            public void save() {}

            public void setSomething(String value) {}
        }

        @Test
        void areSubclassesByDefault() {
            Applications.with(Stores.class).run(context -> {
                Store store = context.getBean(Store.class);
                assertThat(AopUtils.isCglibProxy(store)).isTrue();
                assertThat(admitted(store::save)).isEqualTo(2);
            });
        }

        @Test
        void areOfInterfacesIfTheApplicationWantsThem() {
            for (Class<?> bean : List.of(Stores.class, FinalStores.class, LimitedClass.class)) {
                Applications.with(bean)
                        .withPropertyValues("spring.aop.proxy-target-class=false")
                        .run(context -> {
                            Store store = context.getBean(Store.class);
                            assertThat(AopUtils.isJdkDynamicProxy(store)).isTrue();
                            assertThat(admitted(store::save)).isEqualTo(2);
                        });
            }
        }

        @Test
        void ofInterfacesCannotReachAMethodThatIsInNone() {
            StartFailure failure = StartFailure.of(
                    Applications.with(Unreachable.class).withPropertyValues("spring.aop.proxy-target-class=false"));
            assertThat(failure.description())
                    .contains("Unreachable.purge: method: 'purge' is in no interface of Unreachable")
                    .contains("spring.aop.proxy-target-class=false");
        }
    }

    @Nested
    class BesideOtherProxies {

        @Aspect
        static class Shouting {

            @Around("within(*..WeavingTests.Orders)")
            public Object shout(ProceedingJoinPoint call) throws Throwable {
                return call.proceed().toString().toUpperCase(Locale.ROOT);
            }
        }

        @Configuration(proxyBeanMethods = false)
        @EnableAspectJAutoProxy
        static class Aspects {}

        @Configuration(proxyBeanMethods = false)
        static class AnotherCreator {

            @Bean
            static DefaultAdvisorAutoProxyCreator another() {
                DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
                creator.setProxyTargetClass(true);
                return creator;
            }
        }

        @Test
        void aspectsAndLimitsShareOne() {
            Applications.with(Aspects.class, Shouting.class, Orders.class).run(context -> {
                Orders orders = context.getBean(Orders.class);
                assertThat(orders.create()).isEqualTo("CREATED");
                assertThat(admitted(orders::create)).isEqualTo(2);
            });
        }

        @Test
        void aProxyAroundAProxyCountsOnce() {
            Applications.with(AnotherCreator.class, Orders.class, Decisions.class)
                    .run(context -> {
                        context.getBean(Orders.class).create();
                        assertThat(context.getBean(Decisions.class).all()).hasSize(1);
                    });
        }

        @Test
        void aProxyThatTheApplicationMakesIsWrapped() {
            Applications.with(Decisions.class)
                    .withBean(Orders.class, () -> {
                        ProxyFactory factory = new ProxyFactory(new Orders());
                        factory.setProxyTargetClass(true);
                        factory.addAdvice((MethodInterceptor) call -> "own " + call.proceed());
                        return (Orders) factory.getProxy();
                    })
                    .run(context -> {
                        Orders orders = context.getBean(Orders.class);
                        assertThat(orders.create()).isEqualTo("own created");
                        assertThat(admitted(orders::create)).isEqualTo(2);
                        assertThat(context.getBean(Decisions.class).all()).hasSize(13);
                    });
        }
    }

    @Nested
    class BeansThatAreMadeLater {

        @Lazy
        static class LazyOrders extends Orders {}

        @Scope("prototype")
        static class EachOrders extends Orders {}

        @Lazy
        static class Wrong {

            @RateLimit(limit = 0)
            public void call() {}
        }

        @Test
        void areLimitedOnceTheyAreThere(CapturedOutput log) {
            Applications.with(LazyOrders.class)
                    .withPropertyValues("limiter.policies.orders.limit=2")
                    .run(context -> {
                        assertThat(log).as("their policies are known at start").doesNotContain("is used by nothing");
                        assertThat(admitted(context.getBean(LazyOrders.class)::create))
                                .isEqualTo(2);
                    });
        }

        @Test
        void shareTheCountIfThereAreMany() {
            Applications.with(EachOrders.class).run(context -> {
                context.getBean(EachOrders.class).create();
                assertThat(admitted(context.getBean(EachOrders.class)::create)).isEqualTo(2);
            });
        }

        @Test
        void stopTheStartBeforeTheyAreThere() {
            assertThat(StartFailure.of(Applications.with(Wrong.class)).description())
                    .contains("Wrong.call: limit: '0'");
        }

        @Test
        void fromNowhereAreFoundAsTheyAppear() {
            Applications.with().run(context -> {
                Orders orders = (Orders) context.getAutowireCapableBeanFactory().initializeBean(new Orders(), "later");
                assertThat(context.getBean(Policies.class).find("orders")).isPresent();
                assertThat(admitted(orders::create)).isEqualTo(3);
            });
        }
    }

    @Nested
    class BeansThatNoProxyStandsBefore {

        /** Needs a bean before there are proxies. */
        static class Needy implements BeanPostProcessor, PriorityOrdered {

            @Override
            public int getOrder() {
                return HIGHEST_PRECEDENCE;
            }
        }

        @Configuration(proxyBeanMethods = false)
        static class TooEarly {

            @Bean
            static Needy needy(Orders orders) {
                return new Needy();
            }
        }

        @Test
        void areToldByAnErrorLine(CapturedOutput log) {
            Applications.with(Orders.class, TooEarly.class).run(context -> {
                assertThat(AopUtils.isAopProxy(context.getBean(Orders.class))).isFalse();
                assertThat(log)
                        .contains("ERROR")
                        .contains(
                                "WeavingTests$Orders carries @RateLimit or @Blacklist, but no proxy stands before it");
            });
        }

        @Test
        void areNoneInASoundApplication(CapturedOutput log) {
            Applications.with(Orders.class, BeansThatAreMadeLater.EachOrders.class)
                    .run(context -> assertThat(log)
                            .doesNotContain("no proxy stands before it")
                            .doesNotContain("is not eligible for getting processed by all BeanPostProcessors"));
        }
    }

    @Nested
    class SeveralContexts {

        @Configuration(proxyBeanMethods = false)
        static class Plain {

            @Bean
            Orders orders() {
                return new Orders();
            }
        }

        @Test
        void eachWithALimiterLimitItsOwnBeans(CapturedOutput log) {
            Applications.with(Orders.class, Decisions.class)
                    .run(parent -> Applications.with(Order.Prices.class)
                            .withParent(parent)
                            .run(child -> {
                                assertThat(admitted(child.getBean(Orders.class)::create))
                                        .isEqualTo(3);
                                assertThat(admitted(child.getBean(Order.Prices.class)::saved))
                                        .isEqualTo(2);
                                assertThat(parent.getBean(Decisions.class).all())
                                        .as("twelve calls of each, decided once")
                                        .hasSize(24);
                                assertThat(log).doesNotContain("no proxy stands before it");
                            }));
        }

        @Test
        void aParentWithoutLimiterIsTold(CapturedOutput log) {
            try (var parent = new AnnotationConfigApplicationContext(Plain.class)) {
                Applications.with()
                        .withParent(parent)
                        .run(
                                child -> assertThat(log)
                                        .contains(
                                                "WeavingTests$Orders carries @RateLimit or @Blacklist, but no proxy stands before it"));
            }
        }

        @Test
        void aChildWithoutLimiterIsTold(CapturedOutput log) {
            Applications.with().run(parent -> {
                try (var child = new AnnotationConfigApplicationContext()) {
                    child.setParent(parent);
                    child.register(Plain.class);
                    child.refresh();
                    assertThat(log)
                            .contains(
                                    "WeavingTests$Orders carries @RateLimit or @Blacklist, but no proxy stands before it");
                }
            });
        }
    }
}
