package io.github.limiter.replay;

import org.jspecify.annotations.Nullable;

/**
 * What a line of a log says about a request.
 *
 * @param micros when, since the epoch
 * @param address of the peer, as it is written
 * @param forwarded the forwarding header; null if the log has none
 * @param user who was logged in; null for nobody
 * @param method of HTTP
 * @param target path and query
 * @param status of the answer
 * @param referrer null for none
 * @param agent null for none
 */
record LogLine(
        long micros,
        String address,
        @Nullable String forwarded,
        @Nullable String user,
        String method,
        String target,
        int status,
        @Nullable String referrer,
        @Nullable String agent) {}
