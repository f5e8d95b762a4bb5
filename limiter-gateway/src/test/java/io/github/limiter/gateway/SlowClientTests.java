package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.gateway.LimiterGatewayProperties.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.io.IOException;
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
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
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
    private final RouteBreakers routes = new RouteBreakers(
            registry,
            new CircuitBreaker(true, 50, ENOUGH_TO_OPEN, ENOUGH_TO_OPEN, Duration.ofHours(1), 1, TIMEOUT, Set.of()),
            clock);
    private final CircuitBreakerGlobalFilter breakers = new CircuitBreakerGlobalFilter(routes);
    private final AttemptGlobalFilter attempts = new AttemptGlobalFilter(TIMEOUT, Set.of(), clock);
    private final List<Object> answers = new ArrayList<>();

    private static DataBuffer part() {
        return DefaultDataBufferFactory.sharedInstance.wrap("part".getBytes(StandardCharsets.US_ASCII));
    }

    /** To a service that takes all of a request and then answers, or does not. */
    private void ask(Flux<DataBuffer> body, Mono<Void> answer) {
        ask(body, passedOn -> passedOn.getRequest().getBody().then(answer));
    }

    /** To a service that hangs up after the first part of a request. */
    private void askWithoutEnd(Flux<DataBuffer> body) {
        Mono<Void> hangsUp = Mono.error(new IOException("Broken pipe"));
        ask(
                body,
                passedOn -> passedOn.getRequest()
                        .getBody()
                        .concatMap(part -> hangsUp)
                        .then());
    }

    private void ask(Flux<DataBuffer> body, GatewayFilterChain service) {
        MockServerWebExchange exchange = MockServerWebExchange.from(
                MockServerHttpRequest.post("/uploads").body(body));
        Route route = Route.async()
                .id("uploads")
                .uri("http://localhost:1")
                .predicate(any -> true)
                .build();
        exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR, route);
        breakers.filter(exchange, within -> attempts.filter(within, service))
                .subscribe(nothing -> {}, failure -> answers.add(status(failure)), () -> {
                    HttpStatusCode status = exchange.getResponse().getStatusCode();
                    answers.add(status == null ? "answered" : status);
                });
    }

    private io.github.resilience4j.circuitbreaker.CircuitBreaker breaker() {
        assertThat(routes.of("uploads")).isNotNull();
        return registry.circuitBreaker("gateway-uploads");
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
        assertThat(breaker().getMetrics().getNumberOfBufferedCalls()).isZero();
    }

    @Test
    void whoHangsUpIsNoFailureOfTheService() {
        for (int request = 0; request < 3 * ENOUGH_TO_OPEN; request++) {
            ask(Flux.just(part()).concatWith(Mono.error(new IOException("Connection reset by peer"))), Mono.never());
        }

        assertThat(answers).hasSize(3 * ENOUGH_TO_OPEN).containsOnly(HttpStatus.BAD_REQUEST);
        assertThat(breaker().getMetrics().getNumberOfBufferedCalls()).isZero();
    }

    @Test
    void aServiceThatHangsUpIsLeftAlone() {
        for (int request = 0; request < ENOUGH_TO_OPEN; request++) {
            ask(Flux.just(part()), Mono.error(new IOException("Connection reset by peer")));
        }
        ask(Flux.just(part()), Mono.empty());

        assertThat(answers).hasSize(ENOUGH_TO_OPEN + 1).startsWith(502, 502).endsWith(503);
    }

    /** It may have answered, without waiting for the rest: that the answer is lost is nobody's failure. */
    @Test
    void aServiceThatHangsUpBeforeItHasAllIsNot() {
        for (int request = 0; request < 3 * ENOUGH_TO_OPEN; request++) {
            askWithoutEnd(Flux.just(part()).concatWith(Mono.never()));
        }

        assertThat(answers).hasSize(3 * ENOUGH_TO_OPEN).containsOnly(502);
        assertThat(breaker().getMetrics().getNumberOfBufferedCalls()).isZero();
    }

    @Test
    void noneOfTheFewWhoFindOutWhetherAServiceWorksAgainWaitsForItsClient() {
        breaker().transitionToOpenState();
        breaker().transitionToHalfOpenState();
        Sinks.Many<DataBuffer> dripping = Sinks.many().unicast().onBackpressureBuffer();
        ask(dripping.asFlux(), Mono.empty());
        ask(Flux.just(part()), Mono.empty());
        assertThat(answers).as("while the first may still be whole in a moment").containsExactly(503);

        for (int second = 0; second < 30; second++) {
            clock.advanceTimeBy(Duration.ofSeconds(1));
            dripping.tryEmitNext(part()).orThrow();
        }
        ask(Flux.just(part()), Mono.empty());
        assertThat(answers).endsWith("answered");
        assertThat(breaker().getState()).isEqualTo(State.CLOSED);
        dripping.tryEmitComplete().orThrow();
        assertThat(answers).hasSize(3).endsWith("answered");
    }

    @Test
    void norForAServiceThatTakesLong() {
        breaker().transitionToOpenState();
        breaker().transitionToHalfOpenState();
        ask(Flux.just(part()), Mono.never());
        clock.advanceTimeBy(Duration.ofMillis(999));
        ask(Flux.just(part()), Mono.empty());
        assertThat(answers).containsExactly(503);

        clock.advanceTimeBy(Duration.ofMillis(1));
        ask(Flux.just(part()), Mono.empty());
        assertThat(answers).containsExactly(503, "answered");
        assertThat(breaker().getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void butThoseThatTheServiceKeepsWaitingCount() {
        breaker().transitionToOpenState();
        breaker().transitionToHalfOpenState();
        ask(Flux.just(part()), Mono.never());
        clock.advanceTimeBy(Duration.ofSeconds(2));
        ask(Flux.just(part()), Mono.never());
        clock.advanceTimeBy(TIMEOUT.minusSeconds(2));

        assertThat(answers).containsExactly(504);
        assertThat(breaker().getState()).isEqualTo(State.OPEN);
    }

    @Test
    void anUploadIsAsSlowAsTheServiceOnceItHasAll() {
        Sinks.Many<DataBuffer> client = Sinks.many().unicast().onBackpressureBuffer();
        ask(client.asFlux(), Mono.empty());
        for (int part = 0; part < 100; part++) {
            clock.advanceTimeBy(Duration.ofSeconds(1));
            client.tryEmitNext(part()).orThrow();
        }
        client.tryEmitComplete().orThrow();

        assertThat(breaker().getMetrics().getNumberOfSuccessfulCalls()).isOne();
        assertThat(breaker().getMetrics().getNumberOfSlowCalls()).isZero();
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
