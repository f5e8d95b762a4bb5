package io.github.limiter.spring.watch;

import io.github.limiter.path.AssetPaths;
import io.github.limiter.path.RequestPath;
import io.github.limiter.risk.SuspiciousPaths;
import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A request and what became of it. Holds nothing of the request itself, which servers use again.
 *
 * @param caller who sent it, as far as it became known; without the request
 * @param method HTTP method, at most 16 characters
 * @param path what it asked for
 * @param route pattern of the handler that it reached, such as {@code /orders/{id}}; null for none
 * @param agent what the sender calls itself, at most 200 characters; null for nothing
 * @param status status of the answer
 * @param offence what it did; null for nothing
 * @param item what the same offence again would have in common with it; null if each counts
 * @param ofAPage whether it looks as if a page had made its reader's browser send it, as {@link FetchMetadata} tells
 */
public record SeenRequest(
        Caller caller,
        String method,
        RequestPath path,
        @Nullable String route,
        @Nullable String agent,
        int status,
        @Nullable OffenceKind offence,
        @Nullable String item,
        boolean ofAPage) {

    private static final int MAX_METHOD = 16;
    private static final int MAX_AGENT = 200;

    /**
     * Drops the request and cuts what is long.
     *
     * @param caller who sent it
     * @param method HTTP method
     * @param path what it asked for
     * @param route pattern of the handler
     * @param agent what the sender calls itself
     * @param status status of the answer
     * @param offence what it did
     * @param item what the same offence again would have in common with it
     * @param ofAPage whether it looks as if a page had made its reader's browser send it
     */
    public SeenRequest {
        caller = new Caller(caller.address(), caller.user(), null);
        method = cut(method, MAX_METHOD);
        agent = agent == null ? null : cut(agent, MAX_AGENT);
    }

    /**
     * A request that nobody has judged yet.
     *
     * @param caller who sent it
     * @param method HTTP method
     * @param path what it asked for
     * @param route pattern of the handler that it reached; null for none
     * @param agent what the sender calls itself; null for nothing
     * @param status status of the answer
     * @param ofAPage whether it looks as if a page had made its reader's browser send it
     */
    public SeenRequest(
            Caller caller,
            String method,
            RequestPath path,
            @Nullable String route,
            @Nullable String agent,
            int status,
            boolean ofAPage) {
        this(caller, method, path, route, agent, status, null, null, ofAPage);
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    /**
     * What it asked for, as it may be kept: the pattern of its handler rather than the path, which may hold what is
     * nobody's business.
     *
     * @return the route, if it says more than that there is one for everything; else the path
     */
    public String place() {
        return route == null || route.equals("/**") || offence == OffenceKind.NOT_FOUND ? path.text() : route;
    }

    /**
     * Looks for an offence in what is known of a request.
     *
     * @param marks what was found out on the way
     * @param credentials what it carried
     * @param reachedHandler whether anything of the application was chosen to handle it
     * @return the same request with the offence, if there is one
     */
    public SeenRequest judge(RequestMarks marks, Credentials credentials, boolean reachedHandler) {
        OffenceKind found = find(marks, credentials, reachedHandler);
        if (found == null) {
            return this;
        }
        return new SeenRequest(caller, method, path, route, agent, status, found, common(found, credentials), ofAPage);
    }

    /** Of what no site links to each request counts: nobody reloads it, and no link to it died. */
    private @Nullable String common(OffenceKind found, Credentials credentials) {
        return switch (found) {
            case FAILED_LOGIN -> credentials.fingerprint();
            case NOT_FOUND, METHOD_NOT_ALLOWED -> SuspiciousPaths.isNeverLinked(path) ? null : path.text();
            default -> path.text();
        };
    }

    /**
     * Whether many may miss it who have done nothing: an old link, a page that was moved, what browsers ask for by themselves.
     *
     * @return false for what is there, and for what no site links to
     */
    public boolean mayBeCommon() {
        return offence == OffenceKind.NOT_FOUND && item != null;
    }

    private @Nullable OffenceKind find(RequestMarks marks, Credentials credentials, boolean reachedHandler) {
        if (marks.hasFailedLogin() || status == 401 && credentials.sent() && !marks.hasUndecidedLogin()) {
            return OffenceKind.FAILED_LOGIN;
        }
        if (status < 400 || status >= 500) {
            return null;
        }
        if (marks.isMalformed()) {
            return OffenceKind.MALFORMED;
        }
        if (path.illegal() || status == 400 && !reachedHandler) {
            return OffenceKind.ILLEGAL_PATH;
        }
        return switch (status) {
            case 404 ->
                AssetPaths.contains(path) && !SuspiciousPaths.isNeverLinked(path) ? null : OffenceKind.NOT_FOUND;
            case 405 -> OffenceKind.METHOD_NOT_ALLOWED;
            default -> null;
        };
    }
}
