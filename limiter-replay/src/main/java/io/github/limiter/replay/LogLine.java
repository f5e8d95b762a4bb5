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
        @Nullable String agent) {

    /**
     * A connection on which nobody asked for anything, which servers write down all the same, such as those that browsers open
     * ahead: no application is ever told of them.
     */
    static final LogLine NO_REQUEST = new LogLine(0, "", null, null, "-", "", 0, null, null);

    /** More of a target nobody looks at. */
    private static final int TARGET = 8 * 1024;

    private static final int OTHER = 1024;

    /** Of what strangers write no more is kept than is looked at. */
    LogLine {
        user = cut(user);
        target = target.length() <= TARGET ? target : target.substring(0, TARGET);
        referrer = cut(referrer);
        agent = cut(agent);
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= OTHER ? text : text.substring(0, OTHER);
    }

    /** How long the texts are that it keeps. */
    int textLength() {
        return target.length() + length(forwarded) + length(user) + length(referrer) + length(agent);
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }
}
