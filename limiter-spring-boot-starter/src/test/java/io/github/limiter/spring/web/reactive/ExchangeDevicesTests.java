package io.github.limiter.spring.web.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebFluxAutoConfiguration;
import io.github.limiter.spring.web.Devices;
import io.github.limiter.spring.web.DevicesContract;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.web.reactive.server.FluxExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.config.EnableWebFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class ExchangeDevicesTests extends DevicesContract {

    private static final int AT_ONCE = 8;

    private final ReactiveWebApplicationContextRunner application = new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebFluxAutoConfiguration.class))
            .withUserConfiguration(WebFlux.class, Pages.class, Parts.class, Page.class)
            .withBean(TimeSource.class, () -> time);

    @Configuration(proxyBeanMethods = false)
    @EnableWebFlux
    static class WebFlux {}

    static class Parts {

        @RateLimit(name = "parts", dimension = "device", limit = AT_ONCE, window = "1m")
        public Mono<String> part() {
            return Mono.just("part ");
        }
    }

    @RestController
    static class Page {

        private final Parts parts;

        Page(Parts parts) {
            this.parts = parts;
        }

        /** Of parts that are fetched at once. */
        @GetMapping("/parts")
        public Flux<String> page() {
            return Flux.range(0, AT_ONCE)
                    .flatMap(i -> Mono.defer(parts::part).subscribeOn(Schedulers.parallel()), AT_ONCE);
        }
    }

    @Test
    void guardedCallsOfOneRequestThatRunAtOnceSetOneCookieAndAreOfOneDevice() {
        start(server -> {
            Answer first = server.get("/parts", false, null);
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.cookies()).hasSize(1);

            time.advance(Duration.ofMinutes(1));
            String cookie = first.cookies().get(0).getValue();
            assertThat(server.get("/parts", false, null).status()).isEqualTo(200);
            assertThat(server.get("/parts", false, cookie).status()).isEqualTo(200);
            assertThat(server.get("/parts", false, cookie).status()).isEqualTo(429);
        });
    }

    @Override
    protected void start(Visitor visitor, String... properties) {
        application.withPropertyValues(properties).run(context -> {
            WebTestClient client =
                    WebTestClient.bindToApplicationContext(context).build();
            visitor.visit((path, secure, cookie) -> get(client, path, secure, cookie));
        });
    }

    private static Answer get(WebTestClient client, String path, boolean secure, String cookie) {
        var request = client.get().uri((secure ? "https" : "http") + "://localhost" + path);
        if (cookie != null) {
            request.cookie(Devices.COOKIE, cookie);
        }
        FluxExchangeResult<String> result = request.exchange().returnResult(String.class);
        List<String> body = result.getResponseBody().collectList().block();
        assertThat(body).isNotEmpty();
        return new Answer(
                result.getStatus().value(),
                result.getResponseCookies().values().stream()
                        .flatMap(List::stream)
                        .toList());
    }

    @Override
    protected Throwable failure(String... properties) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        application.withPropertyValues(properties).run(context -> failure.set(context.getStartupFailure()));
        return failure.get();
    }
}
