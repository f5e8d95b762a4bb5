package io.github.limiter.spring.web;

import io.github.limiter.path.RequestPath;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.spring.interceptor.RequestFactsReader;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** What servlet requests say. Thread-safe. */
public final class ServletRequestFacts implements RequestFactsReader {

    /** A reader. */
    public ServletRequestFacts() {}

    @Override
    public @Nullable RequestFacts read(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return null;
        }
        ServletCallScope scope = ServletCallScopes.known(request);
        return of(request, scope == null ? ServletSighting.path(request) : scope.path());
    }

    static RequestFacts of(HttpServletRequest request, RequestPath path) {
        return new RequestFacts(
                request.getMethod(),
                path,
                request.getQueryString(),
                request.getHeader("User-Agent"),
                request.getHeader("Referer"),
                request.getHeader("Accept-Language"),
                true,
                RequestFacts.isNavigation(
                        request.getHeader("Sec-Fetch-Dest"),
                        request.getHeader("X-Requested-With"),
                        request.getHeader("Accept")));
    }
}
