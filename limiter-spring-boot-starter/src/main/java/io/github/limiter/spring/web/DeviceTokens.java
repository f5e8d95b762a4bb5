package io.github.limiter.spring.web;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs and checks the tokens by which devices are recognised, {@code v1.<id>.<given out>.<signature>}, in no web
 * technology. The signature is an HMAC-SHA-256 (RFC 2104). Immutable and thread-safe.
 *
 * <p>Whoever throws a token away or makes one up is counted by address, as if there were no devices. Whoever collects
 * tokens gains little:
 *
 * <ul>
 *   <li>A token is good only when it is as old as {@code minAge}. A client that fetches a new one for each request is
 *       counted by address for ever.
 *   <li>An address is given {@code perAddress} different ids at most, however many tokens it asks for: the id is a keyed
 *       hash of the address and a number below that. So all tokens that one address has collected are worth {@code
 *       perAddress} times the quota at most. Honest devices behind one address may share an id, and then a count.
 * </ul>
 */
public final class DeviceTokens {

    /** Shortest secret, in characters. */
    static final int MIN_SECRET = 32;

    private static final int MAX_TOKEN = 128;
    private static final int MAX_PER_ADDRESS = 65_536;
    private static final int ID_BYTES = 16;
    private static final String ALGORITHM = "HmacSHA256";
    private static final String VERSION = "v1.";
    private static final String TOKEN_PURPOSE = "limiter device token\n";
    private static final String ID_PURPOSE = "limiter device id\n";
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final List<SecretKeySpec> keys;
    private final long minAgeSeconds;
    private final long lifetimeSeconds;
    private final int perAddress;
    private final TimeSource time;

    /**
     * Tokens under secrets.
     *
     * @param secrets at least one, each of 32 characters or more; the first signs, all are accepted, so
     *     that a new one is put in front of the old
     * @param minAge age from which on a token is good, zero or more
     * @param lifetime age from which on it is not any more, longer than {@code minAge}
     * @param perAddress ids that one address is given at most, 1 to 65,536
     * @param time tells the age of tokens
     * @throws InvalidConfigurationException if a value is out of range
     */
    public DeviceTokens(
            Collection<String> secrets, Duration minAge, Duration lifetime, int perAddress, TimeSource time) {
        require(!secrets.isEmpty(), "secret", secrets.size(), "secrets sign nothing", "Set one");
        for (String secret : secrets) {
            require(
                    secret.length() >= MIN_SECRET,
                    "secret",
                    secret.length() + " characters",
                    "are too few to keep a secret",
                    "Set " + MIN_SECRET + " or more, such as the output of: openssl rand -base64 32");
        }
        require(!minAge.isNegative(), "min-age", minAge, "is negative", "Set zero or more, such as 1m");
        require(
                lifetime.compareTo(minAge) > 0,
                "lifetime",
                lifetime,
                "is not longer than the minimum age of " + minAge,
                "Set a longer one, such as 30d");
        require(
                perAddress >= 1 && perAddress <= MAX_PER_ADDRESS,
                "per-address",
                perAddress,
                "is not a number of devices",
                "Set 1 to 65536");
        this.keys = secrets.stream().map(DeviceTokens::key).toList();
        this.minAgeSeconds = minAge.toSeconds();
        this.lifetimeSeconds = lifetime.toSeconds();
        this.perAddress = perAddress;
        this.time = time;
    }

    private static void require(boolean holds, String property, Object value, String problem, String fix) {
        if (!holds) {
            throw new InvalidConfigurationException("limiter.device." + property, value, problem, fix);
        }
    }

    private static SecretKeySpec key(String secret) {
        return new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /**
     * A secret that nobody knows, for tokens that nobody else needs to check.
     *
     * @return 256 random bits, as text
     */
    public static String randomSecret() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return BASE64.encodeToString(random);
    }

    /**
     * A token for a device that has none.
     *
     * @param address of the client, as it is counted
     * @return at most 128 of {@code A-Z a-z 0-9 . _ -}
     */
    String issue(String address) {
        int number = ThreadLocalRandom.current().nextInt(perAddress);
        byte[] id = mac(keys.get(0), ID_PURPOSE + number + '\n' + address);
        String signed = VERSION + BASE64.encodeToString(Arrays.copyOf(id, ID_BYTES)) + '.' + nowSeconds();
        return signed + '.' + signature(keys.get(0), signed);
    }

    /**
     * The device that a token stands for.
     *
     * @param token what a client sent, of any length and content; null if it sent nothing
     * @return the device; null if the token is not one of ours or has expired: then the client is to be given a new one
     */
    @Nullable
    Device read(@Nullable String token) {
        if (token == null || token.length() > MAX_TOKEN || !token.startsWith(VERSION)) {
            return null;
        }
        int end = token.lastIndexOf('.');
        String signed = token.substring(0, end);
        if (end < VERSION.length() || !isSigned(signed, token.substring(end + 1))) {
            return null;
        }
        int afterId = signed.lastIndexOf('.');
        long age = nowSeconds() - Long.parseLong(signed.substring(afterId + 1));
        return age > lifetimeSeconds
                ? null
                : new Device(signed.substring(VERSION.length(), afterId), age >= minAgeSeconds);
    }

    /** Takes as long for a good guess as for a bad one. */
    private boolean isSigned(String signed, String signature) {
        byte[] given = signature.getBytes(StandardCharsets.UTF_8);
        boolean holds = false;
        for (SecretKeySpec key : keys) {
            holds |= MessageDigest.isEqual(signature(key, signed).getBytes(StandardCharsets.UTF_8), given);
        }
        return holds;
    }

    private static String signature(SecretKeySpec key, String signed) {
        return BASE64.encodeToString(mac(key, TOKEN_PURPOSE + signed));
    }

    private static byte[] mac(SecretKeySpec key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private long nowSeconds() {
        return time.micros() / 1_000_000;
    }

    /**
     * For how long a token is good.
     *
     * @return since it was given out
     */
    Duration lifetime() {
        return Duration.ofSeconds(lifetimeSeconds);
    }
}
