package io.github.limiter.gateway;

import io.github.limiter.spring.web.ProblemResponse;
import io.github.limiter.spring.web.reactive.ExchangeProblem;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers {@link RouteUnavailableException}. Stands before Spring Boot's handler, and after those of lower order. */
final class RouteUnavailableHandler implements WebExceptionHandler, Ordered {

    @Override
    public int getOrder() {
        return -2;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable exception) {
        if (!(exception instanceof RouteUnavailableException unavailable)
                || exchange.getResponse().isCommitted()) {
            return Mono.error(exception);
        }
        String detail = String.valueOf(unavailable.getReason());
        return ExchangeProblem.write(
                unavailable.getStatusCode().equals(HttpStatus.SERVICE_UNAVAILABLE)
                        ? ProblemResponse.reducedCapacity(detail, unavailable.retryAfter())
                        : ProblemResponse.timeout(detail),
                exchange);
    }
}
