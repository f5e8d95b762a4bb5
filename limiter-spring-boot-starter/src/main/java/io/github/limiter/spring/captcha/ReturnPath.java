package io.github.limiter.spring.captcha;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a person goes back to: a path of this site and never another one, whoever wrote it. */
final class ReturnPath {

    private static final int MAX_LENGTH = 2_048;

    private ReturnPath() {}

    /**
     * A path as it is, if it is one: what begins with a second slash, or a browser reads as one (a backslash, or a control
     * character that it leaves out), is an address of another site.
     */
    static @Nullable String checked(@Nullable String path) {
        if (path == null || path.length() > MAX_LENGTH || !path.startsWith("/") || path.startsWith("//")) {
            return null;
        }
        return path.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\') ? path : null;
    }

    /** Where a request was sent from, if that was a page of the same host. */
    static @Nullable String ofReferer(@Nullable String referer, @Nullable String host) {
        if (referer == null || host == null || referer.length() > MAX_LENGTH) {
            return null;
        }
        try {
            URI uri = new URI(referer);
            String authority = uri.getRawAuthority();
            if (authority == null || !authority.toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT))) {
                return null;
            }
            String query = uri.getRawQuery();
            return checked(query == null ? uri.getRawPath() : uri.getRawPath() + '?' + query);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
