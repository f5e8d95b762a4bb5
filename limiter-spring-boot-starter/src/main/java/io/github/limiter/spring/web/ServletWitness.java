package io.github.limiter.spring.web;

import io.github.limiter.ban.Offence;
import io.github.limiter.ban.Witness;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;

/** Describes servlet requests that a limit has refused. Thread-safe. */
public final class ServletWitness implements Witness {

    private static final int TOO_MANY_REQUESTS = 429;

    /** One for all. */
    public ServletWitness() {}

    @Override
    public @Nullable Offence describe(Caller caller, String rule, Instant at) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return null;
        }
        Object route = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        String place = route instanceof String pattern
                ? pattern
                : ServletSighting.path(ServletCallers.asReceived(request)).text();
        String agent = request.getHeader("User-Agent");
        return new Offence(at, rule, request.getMethod(), place, TOO_MANY_REQUESTS, agent == null ? "" : agent);
    }
}
