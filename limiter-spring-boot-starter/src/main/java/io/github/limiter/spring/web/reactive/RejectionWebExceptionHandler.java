package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.web.ProblemResponse;
import io.github.limiter.spring.web.Refusals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Answers requests that were refused, before the application's handlers see the exception: a catch-all would make a 500
 * of it. A {@link RejectedException} goes to the {@link ServerRejectionHandler}, a {@link CostException} becomes 400; both
 * are found among the causes too. Thread-safe.
 *
 * <p>Once the response is committed there is nothing left to say. The exception then goes its way, so that the server
 * breaks the connection off and the client does not take what it has for the whole.
 */
public final class RejectionWebExceptionHandler implements WebExceptionHandler, Ordered {

    private static final Logger log = LoggerFactory.getLogger(RejectionWebExceptionHandler.class);

    private final ServerRejectionHandler handler;

    /**
     * A handler.
     *
     * @param handler answers refusals
     */
    public RejectionWebExceptionHandler(ServerRejectionHandler handler) {
        this.handler = handler;
    }

    /**
     * Before all others.
     *
     * @return the highest precedence
     */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /**
     * {@inheritDoc}
     *
     * @return completes when it is answered; the error itself if it is none of ours or the response is committed
     */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable exception) {
        return answers(exchange, exception) ? answer(exchange, exception) : Mono.error(exception);
    }

    boolean answers(ServerWebExchange exchange, Throwable exception) {
        if (Refusals.in(exception) == null) {
            return false;
        }
        if (exchange.getResponse().isCommitted()) {
            log.debug("Response is committed, no answer to: {}", exception.toString());
            return false;
        }
        return true;
    }

    Mono<Void> answer(ServerWebExchange exchange, Throwable exception) {
        ExchangeCallScope scope = ExchangeCallScopes.known(exchange);
        if (scope != null) {
            scope.answered();
        }
        return Refusals.in(exception) instanceof RejectedException rejected
                ? handler.handle(exchange, rejected.decision())
                : ExchangeProblem.write(ProblemResponse.badRequest(String.valueOf(exception.getMessage())), exchange);
    }
}
