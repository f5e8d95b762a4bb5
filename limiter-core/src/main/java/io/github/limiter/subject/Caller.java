package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * Who makes a call, as far as it is known: what {@link DimensionResolver}s look at. Immutable.
 *
 * @param address the client's address; null outside of a request
 * @param user the authenticated user; null for nobody
 * @param request the request in its own technology; null outside of one
 */
public record Caller(
        @Nullable ClientAddress address,
        @Nullable String user,
        @Nullable Object request) {

    /** Nobody in particular: a scheduled job, a consumer. */
    public static final Caller NONE = new Caller(null, null, null);

    /**
     * The request, if it is of that type.
     *
     * @param type such as {@code HttpServletRequest.class}
     * @param <T> the type
     * @return the request or null
     */
    public <T> @Nullable T request(Class<T> type) {
        return type.isInstance(request) ? type.cast(request) : null;
    }

    /**
     * Whether somebody waits for an answer over the network.
     *
     * @return true within a request
     */
    public boolean isRemote() {
        return request != null;
    }
}
