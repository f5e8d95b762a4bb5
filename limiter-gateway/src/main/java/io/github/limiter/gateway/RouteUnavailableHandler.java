package io.github.limiter.gateway;

import io.github.limiter.spring.web.ProblemResponse;
import io.github.limiter.spring.web.reactive.ExchangeProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers {@link RouteUnavailableException}. Stands before Spring Boot's handler, and after those of lower order. */
final class RouteUnavailableHandler implements WebExceptionHandler, Ordered {

    private static final Logger log = LoggerFactory.getLogger(RouteUnavailableHandler.class);

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
        return ExchangeProblem.write(problem(unavailable), exchange);
    }

    private static ProblemResponse problem(RouteUnavailableException unavailable) {
        String detail = String.valueOf(unavailable.getReason());
        return switch (unavailable.getStatusCode().value()) {
            case 502 -> {
                log.warn("Service unreachable: {}: {}", detail, String.valueOf(unavailable.getCause()));
                yield ProblemResponse.badGateway(detail);
            }
            case 503 -> ProblemResponse.reducedCapacity(detail, unavailable.retryAfter());
            default -> ProblemResponse.timeout(detail);
        };
    }
}
