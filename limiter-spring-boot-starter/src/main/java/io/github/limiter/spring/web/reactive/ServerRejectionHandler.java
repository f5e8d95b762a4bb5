package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Answers refused requests of a reactive application. A bean of this type takes the place of
 * {@link ProblemServerRejectionHandler}. Called by many threads at once, which must not be blocked.
 */
@FunctionalInterface
public interface ServerRejectionHandler {

    /**
     * Writes the answer. Fields that the response has already, such as those of CORS, are to be kept.
     *
     * @param exchange the refused request, and its response, which is not committed when the library calls
     * @param decision what refused it; never one that allows
     * @return completes when it is answered; the request fails if it cannot be, and is not let through
     */
    Mono<Void> handle(ServerWebExchange exchange, Decision decision);
}
