package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import java.lang.reflect.Proxy;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpRequestValues;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Beans that nobody has written a class for: the annotation stands on the interface that a factory makes a proxy of. */
class FactoryMadeBeansTests {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class));

    interface Bank {

        @RateLimit(dimension = "interface", limit = 2)
        @GetExchange("/balance")
        String balance(@RequestParam String account);

        @GetExchange("/rates")
        String rates();

        @RateLimit(dimension = "interface", limit = 1, key = "#account", fallback = "guessed")
        @GetExchange("/score")
        String score(@RequestParam String account);

        default String guessed(String account) {
            return "a guess about " + account;
        }
    }

    interface Priced {

        @GetExchange("/price")
        String price();
    }

    @RateLimit(dimension = "interface", limit = 1)
    interface Exchange extends Priced {

        @Unlimited
        @GetExchange("/hours")
        String hours();
    }

    interface Broken {

        @RateLimit(key = "#nobody")
        @GetExchange("/broken")
        String call();
    }

    @Nested
    class HttpInterfaceClients {

        @Test
        void areLimitedByTheAnnotationOnTheirMethods() {
            application.withBean(Bank.class, () -> client(Bank.class)).run(context -> {
                Bank bank = context.getBean(Bank.class);
                assertThat(bank.balance("A")).isEqualTo("GET /balance");
                assertThat(bank.balance("B")).isEqualTo("GET /balance");
                assertThatExceptionOfType(RejectedException.class)
                        .isThrownBy(() -> bank.balance("A"))
                        .withMessageContaining("no room in bank-balance");
                assertThat(bank.rates()).isEqualTo("GET /rates");
            });
        }

        @Test
        void answerByADefaultMethodWhenTheyAreRefused() {
            application.withBean(Bank.class, () -> client(Bank.class)).run(context -> {
                Bank bank = context.getBean(Bank.class);
                assertThat(bank.score("A")).isEqualTo("GET /score");
                assertThat(bank.score("A")).isEqualTo("a guess about A");
                assertThat(bank.score("B")).isEqualTo("GET /score");
            });
        }

        @Test
        void areLimitedByTheAnnotationOnTheirInterface() {
            application.withBean(Exchange.class, () -> client(Exchange.class)).run(context -> {
                Exchange exchange = context.getBean(Exchange.class);
                assertThat(exchange.price()).isEqualTo("GET /price");
                assertThatExceptionOfType(RejectedException.class).isThrownBy(exchange::price);
                assertThat(exchange.hours()).isEqualTo("GET /hours");
            });
        }

        @Test
        void haveTheirPoliciesBeforeTheFirstCallNamedAfterTheInterface() {
            application
                    .withBean(Bank.class, () -> client(Bank.class))
                    .withBean(Exchange.class, () -> client(Exchange.class))
                    .run(context -> assertThat(context.getBean(Policies.class).all())
                            .extracting(limit -> limit.policy().name())
                            .containsExactly("bank-balance", "bank-score", "exchange"));
        }

        @Test
        void stopTheStartWhenTheirLimitCannotWork() {
            application
                    .withBean(Broken.class, () -> client(Broken.class))
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasMessageContaining("@RateLimit on FactoryMadeBeansTests.Broken.call: key")
                            .hasMessageContaining("names #nobody"));
        }

        @Test
        void areLeftAloneWithoutAnnotation() {
            application
                    .withBean(Priced.class, () -> client(Priced.class))
                    .run(context -> assertThat(context.getBean(Priced.class))
                            .isInstanceOfSatisfying(
                                    Advised.class,
                                    proxy -> assertThat(proxy.getAdvisors())
                                            .as("the factory's own")
                                            .hasSize(1)));
        }
    }

    @Nested
    class ProxiesOfAFactoryBean {

        /** As Feign makes its clients. */
        static final class ClientFactory implements FactoryBean<Bank> {

            @Override
            public Bank getObject() {
                return (Bank) Proxy.newProxyInstance(
                        Bank.class.getClassLoader(),
                        new Class<?>[] {Bank.class},
                        (proxy, method, arguments) -> method.getName() + List.of(arguments));
            }

            @Override
            public Class<?> getObjectType() {
                return Bank.class;
            }
        }

        @Test
        void areLimitedToo() {
            application.withBean("bank", ClientFactory.class).run(context -> {
                Bank bank = context.getBean(Bank.class);
                assertThat(bank.balance("A")).isEqualTo("balance[A]");
                assertThat(bank.balance("A")).isEqualTo("balance[A]");
                assertThatExceptionOfType(RejectedException.class)
                        .isThrownBy(() -> bank.balance("A"))
                        .withMessageContaining("no room in bank-balance");
            });
        }
    }

    @Nested
    class ProxiesWithATargetOfAnotherClass {

        /** As Spring Data makes repositories: the proxy has a target, which is not the interface's. */
        @Test
        void areNamedAfterTheirInterfaceAtStartAndInEveryCall() {
            application
                    .withBean(Bank.class, () -> {
                        ProxyFactory factory = new ProxyFactory(new Object());
                        factory.setInterfaces(Bank.class);
                        factory.addAdvice(
                                (MethodInterceptor) call -> call.getMethod().getName());
                        return (Bank) factory.getProxy();
                    })
                    .run(context -> {
                        Bank bank = context.getBean(Bank.class);
                        assertThat(bank.balance("A")).isEqualTo("balance");
                        assertThat(context.getBean(Policies.class).all())
                                .extracting(limit -> limit.policy().name())
                                .containsExactly("bank-balance", "bank-score");
                    });
        }
    }

    private static <T> T client(Class<T> type) {
        return HttpServiceProxyFactory.builderFor(new Echo()).build().createClient(type);
    }

    /** Answers what it was asked for. */
    private static final class Echo implements HttpExchangeAdapter {

        @Override
        public boolean supportsRequestAttributes() {
            return false;
        }

        @Override
        public void exchange(HttpRequestValues request) {}

        @Override
        public HttpHeaders exchangeForHeaders(HttpRequestValues request) {
            return new HttpHeaders();
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T exchangeForBody(HttpRequestValues request, ParameterizedTypeReference<T> type) {
            return (T) (request.getHttpMethod() + " " + request.getUriTemplate().replaceAll("\\?.*", ""));
        }

        @Override
        public ResponseEntity<Void> exchangeForBodilessEntity(HttpRequestValues request) {
            return ResponseEntity.ok().build();
        }

        @Override
        public <T> ResponseEntity<T> exchangeForEntity(HttpRequestValues request, ParameterizedTypeReference<T> type) {
            return ResponseEntity.ok(exchangeForBody(request, type));
        }
    }
}
