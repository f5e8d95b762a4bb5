package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** What is wrong with a route stops the start, even a lazy one, with a message that names the route and the fix. */
class BrokenRouteTests {

    /** Of the type that both lines of Spring Boot have in the same place. */
    private static final ApplicationContextInitializer<ConfigurableApplicationContext> LAZY =
            context -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(
                        "an unknown algorithm",
                        "filters[0]=RateLimit=a, 2, 1s, ip, tokenbucket",
                        "RateLimit of route orders: algorithm",
                        "'tokenbucket'",
                        "token-bucket"),
                mistake(
                        "an unknown dimension",
                        "filters[0]=RateLimit=a, 2, 1s, ipp",
                        "RateLimit of route orders: dimension",
                        "'ipp'",
                        "subnet"),
                mistake(
                        "a limit of nothing", "filters[0]=RateLimit=a, 0, 1s",
                        "RateLimit of route orders: limit", "'0'"),
                mistake(
                        "a limit that is no number",
                        "filters[0]=RateLimit=a, many, 1s",
                        "RateLimit of route orders: limit",
                        "'many'",
                        "digits"),
                mistake(
                        "a window that is no duration",
                        "filters[0]=RateLimit=a, 2, soon",
                        "RateLimit of route orders: window",
                        "'soon'",
                        "1s"),
                mistake(
                        "a name that is none",
                        "filters[0]=RateLimit=a b, 2, 1s",
                        "RateLimit of route orders: name",
                        "'a b'",
                        "1 to 64"),
                mistake(
                        "a misspelt argument",
                        "filters[0].name=RateLimit\nfilters[0].args.limitt=2",
                        "RateLimit of route orders: limitt",
                        "is no argument",
                        "max-wait"),
                mistake(
                        "too many of the short form",
                        "filters[0]=RateLimit=a, 2, 1s, ip, token-bucket, 3, 4",
                        "RateLimit of route orders",
                        "'4'",
                        "name, limit, window"),
                mistake(
                        "waiting for ever",
                        "filters[0].name=RateLimit\nfilters[0].args.algorithm=leaky-bucket\nfilters[0].args.max-wait=-1",
                        "RateLimit of route orders: max-wait",
                        "for ever",
                        "2s"),
                mistake(
                        "a cost that never passes", "filters[0].name=RateLimit\nfilters[0].args.permits=100",
                        "RateLimit of route orders: permits", "'100'"),
                mistake(
                        "no SpEL", "filters[0].name=RateLimit\nfilters[0].args.key=header('X-Tenant'",
                        "RateLimit of route orders: key", "is not SpEL"),
                mistake(
                        "a key that looks elsewhere",
                        "filters[0].name=RateLimit\nfilters[0].args.key=T(java.lang.Runtime).runtime.exec('id')",
                        "RateLimit of route orders: key",
                        "nothing but the request",
                        "header('X-Tenant')"),
                mistake(
                        "a key of what requests do not have",
                        "filters[0].name=RateLimit\nfilters[0].args.key=heder('X-Tenant')",
                        "RateLimit of route orders: key",
                        "heder"),
                mistake(
                        "two keys",
                        "filters[0].name=RateLimit\nfilters[0].args.key=path\nfilters[0].args.key-resolver=#{@keys}",
                        "RateLimit of route orders: key",
                        "beside a key-resolver"),
                mistake(
                        "a bean that is not there",
                        "filters[0].name=RateLimit\nfilters[0].args.key-resolver=#{@nobody}",
                        "RateLimit of route orders: key-resolver",
                        "'#{@nobody}'",
                        "nobody",
                        "#{@bean}"),
                mistake(
                        "a resolver that is none",
                        "filters[0].name=RateLimit\nfilters[0].args.key-resolver=#{@environment}",
                        "RateLimit of route orders: key-resolver",
                        "#{@bean}"),
                mistake(
                        "waiting where nobody waits",
                        "filters[0].name=RateLimit\nfilters[0].args.max-wait=2s",
                        "RateLimit of route orders: max-wait: '2s' means nothing to sliding-window. Leave it out"),
                mistake(
                        "two policies of one name",
                        "filters[0]=RateLimit=a, 2, 1s\nfilters[1]=RateLimit=a, 3, 1s",
                        "RateLimit of route orders: name",
                        "differs in quota",
                        "another name"),
                mistake(
                        "a default filter", "default-filters[0]=RateLimit=a, 0, 1s",
                        "RateLimit of route orders: limit", "'0'"),
                mistake(
                        "a condition, which only methods have",
                                "filters[0]=RateLimit=a\nlimiter.policies.a.condition=true",
                        "limiter.policies.a.condition", "route"),
                mistake(
                        "a breaker that never opens",
                        "limiter.gateway.circuit-breaker.failure-rate=101",
                        "limiter.gateway.circuit-breaker.failure-rate",
                        "'101'",
                        "from 1 to 100"),
                mistake(
                        "a header that is none", "limiter.gateway.client-address-header=X Forwarded",
                        "limiter.gateway.client-address-header", "'X Forwarded'"));
    }

    private static Arguments mistake(String what, String lines, String... words) {
        return Arguments.of(what, lines, words);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void stopsTheStart(String what, String lines, String... words) {
        InvalidConfigurationException failure = failure(application(lines));
        assertThat(failure.getMessage()).contains(words);
    }

    @Test
    void aBreakerWithoutResilience4jStopsTheStart() {
        String cloud = "org.springframework.cloud.circuitbreaker.resilience4j.";
        ReactiveWebApplicationContextRunner breaker = application("limiter.gateway.circuit-breaker.enabled=true");
        for (ReactiveWebApplicationContextRunner without : List.of(
                breaker.withPropertyValues("spring.cloud.circuitbreaker.resilience4j.enabled=false"),
                breaker.withClassLoader(new FilteredClassLoader(cloud.substring(0, cloud.length() - 1)))
                        .withPropertyValues("spring.autoconfigure.exclude=" + cloud + "Resilience4JAutoConfiguration,"
                                + cloud + "ReactiveResilience4JAutoConfiguration,"
                                + cloud + "Resilence4JMetricsOrderingAutoConfiguration"))) {
            assertThat(failure(without).getMessage())
                    .contains("limiter.gateway.circuit-breaker.enabled", "spring-cloud-starter-circuitbreaker");
        }
    }

    @Test
    void routesStayValidWhileNothingIsLimited() {
        application("limiter.enabled=false\nfilters[0]=RateLimit=a, 2, 1s").run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(RateLimitGatewayFilterFactory.class);
            assertThat(context).doesNotHaveBean(LimiterGlobalFilter.class);
        });
    }

    private static ReactiveWebApplicationContextRunner application(String lines) {
        try (Backend service = new Backend()) {
            return new ReactiveWebApplicationContextRunner()
                    .withUserConfiguration(TestGateway.Everything.class)
                    .withInitializer(LAZY)
                    .withBean("keys", KeyResolver.class, () -> exchange -> Mono.just("key"))
                    .withPropertyValues("limiter.store=memory")
                    .withPropertyValues(TestGateway.properties(service, "route orders=/orders/**\n" + lines)
                            .toArray(String[]::new));
        }
    }

    private static InvalidConfigurationException failure(ReactiveWebApplicationContextRunner application) {
        AtomicReference<InvalidConfigurationException> found = new AtomicReference<>();
        application.run(context -> {
            assertThat(context).hasFailed();
            Throwable cause = context.getStartupFailure();
            while (cause != null && !(cause instanceof InvalidConfigurationException)) {
                cause = cause.getCause();
            }
            found.set((InvalidConfigurationException) cause);
        });
        assertThat(found.get()).as("a failure that says what to do").isNotNull();
        return found.get();
    }
}
