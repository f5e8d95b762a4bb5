package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.RejectedException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Answers refusals that a handler throws instead of publishing them, which nobody but an advice sees before the advices
 * of the application. An exception handler in the class of the handler itself is still nearer.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class RejectionAdvice {

    private final RejectionWebExceptionHandler rejections;

    /**
     * An advice.
     *
     * @param rejections answers
     */
    public RejectionAdvice(RejectionWebExceptionHandler rejections) {
        this.rejections = rejections;
    }

    /**
     * Answers.
     *
     * @param exchange the refused request
     * @param exception the refusal, maybe wrapped
     * @return completes when it is answered
     */
    @ExceptionHandler({RejectedException.class, CostException.class})
    public Mono<Void> answer(ServerWebExchange exchange, Throwable exception) {
        return rejections.handle(exchange, exception);
    }
}
