package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.spring.web.ProblemResponse;
import io.github.limiter.spring.web.RateLimitFields;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The library's own answer: the {@link ProblemResponse} of the decision. Thread-safe. */
public final class ProblemServerRejectionHandler implements ServerRejectionHandler {

    private final RateLimitFields fields;

    /**
     * A handler.
     *
     * @param fields says which rate limit fields refusals carry
     */
    public ProblemServerRejectionHandler(RateLimitFields fields) {
        this.fields = fields;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does nothing if the response is committed.
     */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Decision decision) {
        return ExchangeProblem.write(ProblemResponse.refusal(decision, fields), exchange);
    }
}
