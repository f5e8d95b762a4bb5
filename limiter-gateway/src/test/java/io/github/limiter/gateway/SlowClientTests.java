package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.gateway.LimiterGatewayProperties.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Who does not send what is announced does not open the circuit breaker of a route; a service that does not answer does. */
class SlowClientTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ENOUGH_TO_OPEN = 4;

    private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
    private final CircuitBreakerRegistry registry = CircuitBreakerRegistry.ofDefaults();
    private final CircuitBreakerGlobalFilter filter = new CircuitBreakerGlobalFilter(
            new RouteBreakers(
                    registry,
                    new CircuitBreaker(
                            true, 50, ENOUGH_TO_OPEN, ENOUGH_TO_OPEN, Duration.ofHours(1), 1, TIMEOUT, Set.of()),
                    clock),
            Set.of());
    private final List<Object> answers = new ArrayList<>();

    private static DataBuffer part() {
        return DefaultDataBufferFactory.sharedInstance.wrap("part".getBytes(StandardCharsets.US_ASCII));
    }

    /** To a service that takes all of a request and then answers, or does not. */
    private void ask(Flux<DataBuffer> body, Mono<Void> answer) {
        MockServerWebExchange exchange = MockServerWebExchange.from(
                MockServerHttpRequest.post("/uploads").body(body));
        Route route = Route.async()
                .id("uploads")
                .uri("http://localhost:1")
                .predicate(any -> true)
                .build();
        exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR, route);
        GatewayFilterChain service = passedOn -> passedOn.getRequest().getBody().then(answer);
        filter.filter(exchange, service)
                .subscribe(nothing -> {}, failure -> answers.add(status(failure)), () -> answers.add("answered"));
    }

    private static int status(Throwable failure) {
        return ((ResponseStatusException) failure).getStatusCode().value();
    }

    @Test
    void whoSendsAPartAndNoMoreIsToldSoAndTheRouteStaysOpenForOthers() {
        for (int request = 0; request < 3 * ENOUGH_TO_OPEN; request++) {
            ask(Flux.just(part()).concatWith(Mono.never()), Mono.empty());
        }
        clock.advanceTimeBy(TIMEOUT);

        assertThat(answers).hasSize(3 * ENOUGH_TO_OPEN).containsOnly(408);
        assertThat(registry.circuitBreaker("gateway-uploads").getMetrics().getNumberOfBufferedCalls())
                .isZero();
    }

    @Test
    void aServiceThatHasAllAndDoesNotAnswerIsLeftAlone() {
        for (int request = 0; request < ENOUGH_TO_OPEN; request++) {
            ask(Flux.just(part()), Mono.never());
        }
        clock.advanceTimeBy(TIMEOUT);
        ask(Flux.just(part()), Mono.empty());

        assertThat(answers).hasSize(ENOUGH_TO_OPEN + 1).endsWith(504, 503);
    }

    @Test
    void aLongUploadGoesOnAsLongAsItGoesOn() {
        Sinks.Many<DataBuffer> client = Sinks.many().unicast().onBackpressureBuffer();
        ask(client.asFlux(), Mono.empty());
        for (int part = 0; part < 20; part++) {
            clock.advanceTimeBy(TIMEOUT.minusSeconds(1));
            client.tryEmitNext(part()).orThrow();
        }
        assertThat(answers).isEmpty();
        client.tryEmitComplete().orThrow();

        assertThat(answers).containsExactly("answered");
    }
}
