package io.github.limiter.spring.watch;

import java.util.Iterator;
import java.util.Locale;
import java.util.Set;

/** Tells requests that cannot come to be anybody's from others, by what they carry. */
public final class Anonymity {

    /** What browsers, programs and proxies send of whoever it may be. */
    private static final Set<String> OF_ANYBODY = Set.of(
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "connection",
            "content-length",
            "content-type",
            "dnt",
            "expect",
            "forwarded",
            "host",
            "http2-settings",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "keep-alive",
            "origin",
            "pragma",
            "priority",
            "range",
            "referer",
            "te",
            "traceparent",
            "tracestate",
            "transfer-encoding",
            "upgrade",
            "upgrade-insecure-requests",
            "user-agent",
            "via",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-proto",
            "x-real-ip",
            "x-request-id",
            "x-requested-with");

    private static final String OF_BROWSERS = "sec-";

    private Anonymity() {}

    /**
     * Whether nobody could tell by the header whose request it is. Any field that is not a common one may be credentials of
     * the application's own kind.
     *
     * @param names of the header's fields
     * @return false if there is a cookie, an {@code Authorization}, or any other field that may tell
     */
    public static boolean isOf(Iterator<String> names) {
        while (names.hasNext()) {
            String name = names.next().toLowerCase(Locale.ROOT);
            if (!OF_ANYBODY.contains(name) && !name.startsWith(OF_BROWSERS)) {
                return false;
            }
        }
        return true;
    }
}
