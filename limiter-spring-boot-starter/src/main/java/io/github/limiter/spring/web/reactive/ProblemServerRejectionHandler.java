package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.spring.captcha.CaptchaReply;
import io.github.limiter.spring.captcha.ChallengePage;
import io.github.limiter.spring.web.ProblemResponse;
import io.github.limiter.spring.web.RateLimitFields;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The library's own answer: the {@link ProblemResponse} of the decision. Thread-safe. */
public final class ProblemServerRejectionHandler implements ServerRejectionHandler {

    private final RateLimitFields fields;
    private final @Nullable ChallengePage page;

    /**
     * A handler.
     *
     * @param fields says which rate limit fields refusals carry
     * @param page what browsers are shown that have to solve a challenge; null: a problem like others
     */
    public ProblemServerRejectionHandler(RateLimitFields fields, @Nullable ChallengePage page) {
        this.fields = fields;
        this.page = page;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Does nothing if the response is committed.
     */
    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Decision decision) {
        if (page == null || decision.outcome() != Outcome.CHALLENGED) {
            return ExchangeProblem.write(ProblemResponse.refusal(decision, fields), exchange);
        }
        ExchangeCaptchaRequest request = new ExchangeCaptchaRequest(exchange, decision.caller());
        if (ChallengePage.isWanted(request.header("Accept"))) {
            CaptchaReply reply = page.inPlaceOf(request);
            return ExchangeProblem.write(reply.status(), reply.headers(), reply.body(), exchange);
        }
        return ExchangeProblem.write(
                ProblemResponse.refusal(decision, fields, page.challenge(request.contextPath())), exchange);
    }
}
