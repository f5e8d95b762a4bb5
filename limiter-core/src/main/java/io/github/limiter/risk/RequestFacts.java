package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request says, as far as signals look at it. Any of it may be a lie. Immutable.
 *
 * @param method of HTTP
 * @param path what is asked for
 * @param query what stands behind the path, as it came over the network, without {@code ?}; null for none
 * @param agent {@code User-Agent}; null without one
 * @param referrer {@code Referer}; null without one
 * @param language {@code Accept-Language}; null without one
 * @param complete whether all of this is known; a log knows no {@code Accept-Language}
 * @param navigation whether it may be for a page to show: false for what a page fetches in the background
 */
public record RequestFacts(
        String method,
        RequestPath path,
        @Nullable String query,
        @Nullable String agent,
        @Nullable String referrer,
        @Nullable String language,
        boolean complete,
        boolean navigation) {

    /** What a browser shows. */
    private static final Set<String> SHOWN = Set.of("document", "iframe", "frame", "embed", "object");

    /**
     * Whether a caller says to be a browser that people use: not a tool, a library or a bot by the name that it gives itself.
     *
     * @param agent {@code User-Agent}; null without one
     * @return true if it does, which may be a lie
     */
    public static boolean isOfBrowser(@Nullable String agent) {
        return AgentKind.of(agent) == AgentKind.BROWSER;
    }

    /**
     * Whether a request may be for a page to show, by what browsers say about it.
     *
     * @param destination {@code Sec-Fetch-Dest} (W3C, Fetch Metadata); null without one
     * @param requestedWith {@code X-Requested-With}, which libraries set; null without one
     * @param accept {@code Accept}; null without one
     * @return false if it says what else it is
     */
    public static boolean isNavigation(
            @Nullable String destination, @Nullable String requestedWith, @Nullable String accept) {
        if (destination != null) {
            return SHOWN.contains(destination);
        }
        return !"XMLHttpRequest".equals(requestedWith)
                && (accept == null || accept.contains("text/html") || accept.contains("*/*"));
    }
}
