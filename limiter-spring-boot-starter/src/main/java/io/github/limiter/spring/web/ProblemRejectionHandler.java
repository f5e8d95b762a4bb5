package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The library's own answer: the {@link ProblemResponse} of the decision. Thread-safe. */
public final class ProblemRejectionHandler implements RejectionHandler {

    private final RateLimitFields fields;

    /**
     * A handler.
     *
     * @param fields says which rate limit fields refusals carry
     */
    public ProblemRejectionHandler(RateLimitFields fields) {
        this.fields = fields;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does nothing if the response is committed.
     */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, Decision decision) throws IOException {
        ServletProblem.write(ProblemResponse.refusal(decision, fields), request, response);
    }
}
