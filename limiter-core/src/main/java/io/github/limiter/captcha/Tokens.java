package io.github.limiter.captcha;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What cannot be guessed: ids of challenges (22 characters) and passes (43). */
final class Tokens {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{22}");
    private static final Pattern PASS = Pattern.compile("[A-Za-z0-9_-]{43}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private Tokens() {}

    static String newId() {
        return random(16);
    }

    static String newPass() {
        return random(32);
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return BASE64.encodeToString(random);
    }

    static boolean isId(String text) {
        return text.length() == 22 && ID.matcher(text).matches();
    }

    static boolean isPass(String text) {
        return text.length() == 43 && PASS.matcher(text).matches();
    }

    /** Under which a pass is kept: who reads the store cannot show it. */
    static String digest(String pass) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(pass.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
