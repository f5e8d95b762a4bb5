package io.github.limiter.store.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A Lua script and the name that Redis gives it. Immutable. */
public final class RedisScript {

    private final String text;
    private final String sha;

    /**
     * A script.
     *
     * @param text Lua
     */
    public RedisScript(String text) {
        this.text = text;
        this.sha = sha1(text);
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /**
     * The script itself, for {@code SCRIPT LOAD} and {@code EVAL}.
     *
     * @return Lua
     */
    public String text() {
        return text;
    }

    /**
     * Its name, for {@code EVALSHA}.
     *
     * @return 40 hexadecimal digits in lower case
     */
    public String sha() {
        return sha;
    }
}
