package io.github.limiter.spring.captcha;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a person goes back to: a path of this site and never another one, whoever wrote it. */
final class ReturnPath {

    private static final int MAX_LENGTH = 2_048;
    private static final char DELETE = 0x7f;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private ReturnPath() {}

    /**
     * A path, if it is one: what begins with a second slash, or a browser reads as one (a backslash, or a control character
     * that it leaves out), is an address of another site. Other characters than a path is written in are encoded as
     * browsers do.
     */
    static @Nullable String checked(@Nullable String path) {
        if (path == null || path.length() > MAX_LENGTH || !path.startsWith("/") || path.startsWith("//")) {
            return null;
        }
        return path.chars().noneMatch(c -> c < ' ' || c == '\\' || c == DELETE) ? encoded(path) : null;
    }

    private static @Nullable String encoded(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ') {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.length() > MAX_LENGTH ? null : encoded.toString();
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
