package io.github.limiter.spring.web;

import io.github.limiter.path.RequestPath;
import java.util.List;
import org.springframework.http.server.PathContainer;

/** Requests that the scene {@code crawler}, which watches all others, does not look at. Immutable. */
public final class UnwatchedRequests {

    private final List<RequestMatch> matches;

    /**
     * Requests.
     *
     * @param matches which; empty: none
     */
    public UnwatchedRequests(List<RequestMatch> matches) {
        this.matches = List.copyOf(matches);
    }

    /**
     * Whether a request is one of them. One that is written in an odd way never is: it may lead elsewhere.
     *
     * @param method the HTTP method
     * @param path what is asked for, within the application
     * @return true if it is
     */
    public boolean contain(String method, RequestPath path) {
        if (matches.isEmpty() || path.illegal() || path.text().indexOf('%') >= 0) {
            return false;
        }
        PathContainer parsed = PathContainer.parsePath(path.text());
        for (RequestMatch match : matches) {
            if (match.covers(method, parsed)) {
                return true;
            }
        }
        return false;
    }
}
