package io.github.limiter.spring.watch;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What browsers say of why they send a request
 * (<a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata Request Headers</a>), over TLS and to this machine. Pages
 * cannot write these fields; programs can.
 */
public final class FetchMetadata {

    /** Of the user's own doing, or of a page of the same origin. */
    private static final Set<String> OWN_SITES = Set.of("none", "same-origin");

    /** What is shown in the place of the page before, and what scripts fetch. Others are parts of pages. */
    private static final Set<String> OWN_DESTINATIONS = Set.of("document", "empty");

    private FetchMetadata() {}

    /**
     * Whether it was a page that made its reader's browser send a request, most likely without his knowledge: a page of
     * another origin, in whatever way, or any page by an image, a frame and the like, which guests may write into it.
     *
     * @param header gives the value of a field of the request, null if there is none
     * @return false also if nothing is said of it
     */
    public static boolean isOfAPage(UnaryOperator<@Nullable String> header) {
        return isOther(header.apply("Sec-Fetch-Site"), OWN_SITES)
                || isOther(header.apply("Sec-Fetch-Dest"), OWN_DESTINATIONS);
    }

    private static boolean isOther(@Nullable String value, Set<String> own) {
        return value != null && !own.contains(value);
    }
}
