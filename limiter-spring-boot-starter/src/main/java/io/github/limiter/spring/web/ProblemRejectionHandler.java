package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.spring.captcha.CaptchaReply;
import io.github.limiter.spring.captcha.ChallengePage;
import io.github.limiter.spring.json.JsonObject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The library's own answer: the {@link ProblemResponse} of the decision. Thread-safe. */
public final class ProblemRejectionHandler implements RejectionHandler {

    private final RateLimitFields fields;
    private final @Nullable ChallengePage page;

    /**
     * A handler.
     *
     * @param fields says which rate limit fields refusals carry
     * @param page what browsers are shown that have to solve a challenge; null: a problem like others
     */
    public ProblemRejectionHandler(RateLimitFields fields, @Nullable ChallengePage page) {
        this.fields = fields;
        this.page = page;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does nothing if the response is committed.
     */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, Decision decision) throws IOException {
        if (page == null || decision.outcome() != Outcome.CHALLENGED) {
            ServletProblem.write(ProblemResponse.refusal(decision, fields), request, response);
        } else if (ChallengePage.isWanted(request.getHeader("Accept"))) {
            CaptchaReply reply = page.inPlaceOf(new ServletCaptchaRequest(request, decision.caller()));
            ServletProblem.write(reply.status(), reply.headers(), reply.body(), request, response);
        } else {
            JsonObject challenge = page.challenge(ApplicationPath.of(request));
            ServletProblem.write(ProblemResponse.refusal(decision, fields, challenge), request, response);
        }
    }
}
