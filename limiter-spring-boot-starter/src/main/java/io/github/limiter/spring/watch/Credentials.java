package io.github.limiter.spring.watch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What may be known about the {@code Authorization} field of a refused request: whether there was one, and whether it was
 * the same as in another. Never what it said.
 *
 * @param sent whether the request carried any
 * @param fingerprint the same for the same token until this JVM ends; null without one, and for a password, where each
 *     attempt is one whether or not it repeats another
 */
public record Credentials(boolean sent, @Nullable String fingerprint) {

    /** None were sent. */
    public static final Credentials NONE = new Credentials(false, null);

    private static final String BASIC = "basic ";
    private static final byte[] SALT = new byte[16];

    static {
        new SecureRandom().nextBytes(SALT);
    }

    /**
     * Looks at the field.
     *
     * @param authorization its value, of any content; null without one
     * @return what may be known of it
     */
    public static Credentials of(@Nullable String authorization) {
        if (authorization == null || authorization.isBlank()) {
            return NONE;
        }
        return authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())
                ? new Credentials(true, null)
                : new Credentials(true, digest(authorization));
    }

    /** 64 bits under a secret that nobody knows. */
    private static String digest(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(SALT);
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
