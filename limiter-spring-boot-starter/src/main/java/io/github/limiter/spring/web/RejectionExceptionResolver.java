package io.github.limiter.spring.web;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.RejectedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.WebUtils;

/**
 * Answers requests whose handling was refused, before any {@code @ExceptionHandler} of the application sees the
 * exception: a catch-all would make a 500 of it. A {@link RejectedException} goes to the {@link RejectionHandler}, a
 * {@link CostException} becomes 400; both are found among the causes too, as proxies and futures wrap them. Thread-safe.
 *
 * <p>Once the response is committed there is nothing left to say. The exception then goes its way, so that the container
 * breaks the connection off and the client does not take what it has for the whole.
 */
public final class RejectionExceptionResolver implements HandlerExceptionResolver, Ordered {

    private static final Logger log = LoggerFactory.getLogger(RejectionExceptionResolver.class);

    private final RejectionHandler handler;

    /**
     * A resolver.
     *
     * @param handler answers refusals
     */
    public RejectionExceptionResolver(RejectionHandler handler) {
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
     * @return empty if the exception was answered; null if it is none of ours or the response is committed
     * @throws UncheckedIOException if the answer could not be written
     */
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable Object handlerMethod,
            Exception exception) {
        RuntimeException refusal = Refusals.in(exception);
        if (refusal == null) {
            return null;
        }
        BannedLoginResponse login = WebUtils.getNativeResponse(response, BannedLoginResponse.class);
        if (login != null && login.refusal() != null) {
            // The filter that has wrapped it answers, so that all such answers are the same.
            return new ModelAndView();
        }
        if (response.isCommitted()) {
            log.debug("Response is committed, no answer to: {}", refusal.toString());
            return null;
        }
        ServletCallScope scope = ServletCallScopes.known(request);
        if (scope != null) {
            scope.answered();
        }
        try {
            if (refusal instanceof RejectedException rejected) {
                handler.handle(request, response, rejected.decision());
            } else {
                ServletProblem.write(
                        ProblemResponse.badRequest(String.valueOf(refusal.getMessage())), request, response);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView();
    }
}
