package io.github.limiter.subject;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Text that is safe as a part of a key, whoever chose it. What is short and plain stays as it is; what is long, has
 * other characters (braces would move a Redis key to another slot) or looks like a hash already becomes
 * {@code sha256-} and the first 128 bits of its digest.
 */
public final class KeyText {

    private static final int MAX_PLAIN = 64;
    private static final String HASHED = "sha256-";
    private static final boolean[] PLAIN = new boolean[128];

    static {
        for (char c = '0'; c <= '9'; c++) {
            PLAIN[c] = true;
        }
        for (char c = 'A'; c <= 'Z'; c++) {
            PLAIN[c] = true;
            PLAIN[Character.toLowerCase(c)] = true;
        }
        for (char c : "._-@+".toCharArray()) {
            PLAIN[c] = true;
        }
    }

    private KeyText() {}

    /**
     * The text for a value.
     *
     * @param value anything
     * @return 1 to 64 characters of {@code A-Z a-z 0-9 . _ - @ +}; different values have different texts
     */
    public static String of(String value) {
        return isPlain(value) ? value : hashed(value);
    }

    /** Whether that is what became of a value that was hashed. */
    static boolean isHash(String text) {
        return text.startsWith(HASHED)
                && text.length() == HASHED.length() + 32
                && text.chars().skip(HASHED.length()).allMatch(c -> Character.digit(c, 16) >= 0);
    }

    private static boolean isPlain(String value) {
        if (value.isEmpty() || value.length() > MAX_PLAIN || value.startsWith(HASHED)) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= PLAIN.length || !PLAIN[c]) {
                return false;
            }
        }
        return true;
    }

    private static String hashed(String value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return HASHED + HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
