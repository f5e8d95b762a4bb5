package io.github.limiter.spring.captcha;

import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.Puzzle;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Proof of work, by version 1 of the ALTCHA protocol: which number, from 0 to {@code maxnumber}, gives this SHA-256 behind
 * this salt? The client tries them all; half of them on average. Needs no font, no picture and no one else. Thread-safe.
 *
 * <p>The answer is the Base64 of a JSON object with {@code algorithm}, {@code challenge}, {@code number}, {@code salt} and
 * {@code signature}. It must repeat all of the challenge as it was given out, which the server has kept. So nothing can be
 * moved from the salt to the number, though their concatenation, and the digest, would stay the same; a salt ends with
 * {@code &} besides.
 */
public final class ProofOfWork implements CaptchaProvider {

    /** Name of this kind. */
    public static final String NAME = "altcha";

    private static final String ALGORITHM = "SHA-256";
    private static final int MAX_NUMBER = 10_000_000;
    private static final int SALT_BYTES = 12;
    private static final HexFormat HEX = HexFormat.of();

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;
    private final int maxNumber;

    /**
     * Puzzles of one difficulty.
     *
     * @param maxNumber largest number that may be the one, 1,000 to 10,000,000
     * @throws InvalidConfigurationException if it is out of range
     */
    public ProofOfWork(int maxNumber) {
        if (maxNumber < 1_000 || maxNumber > MAX_NUMBER) {
            throw new InvalidConfigurationException(
                    "limiter.captcha.altcha.max-number",
                    maxNumber,
                    "is out of range",
                    "Set a number from 1000 to 10000000; browsers try some 100000 in a second");
        }
        this.maxNumber = maxNumber;
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        this.key = new SecretKeySpec(secret, "HmacSHA256");
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Puzzle create() {
        byte[] salted = new byte[SALT_BYTES];
        random.nextBytes(salted);
        String salt = HEX.formatHex(salted) + "?v=1&";
        String challenge = sha256(salt + random.nextInt(maxNumber + 1));
        Asked asked = new Asked(challenge, salt, signature(challenge));
        return new Puzzle(asked.toText(), Map.of("challenge", asked.shown(maxNumber)));
    }

    @Override
    public CompletionStage<Boolean> verify(String secret, String answer, String address) {
        return CompletableFuture.completedFuture(isSolved(Asked.of(secret), answer));
    }

    private boolean isSolved(Asked asked, String answer) {
        Map<String, @Nullable Object> given;
        try {
            byte[] json = Base64.getDecoder().decode(answer);
            given = JsonReader.object(new String(json, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return false;
        }
        return asked.isRepeatedIn(given)
                && given.get("number") instanceof Long number
                && number >= 0
                && number <= maxNumber
                && same(asked.challenge, sha256(asked.salt + number));
    }

    /** What was asked, as it is kept. */
    private record Asked(String challenge, String salt, String signature) {

        static Asked of(String text) {
            String[] parts = text.split(" ");
            return new Asked(parts[0], parts[1], parts[2]);
        }

        String toText() {
            return challenge + ' ' + salt + ' ' + signature;
        }

        Map<String, Object> shown(int maxNumber) {
            Map<String, Object> shown = new LinkedHashMap<>();
            shown.put("algorithm", ALGORITHM);
            shown.put("challenge", challenge);
            shown.put("maxnumber", maxNumber);
            shown.put("salt", salt);
            shown.put("signature", signature);
            return shown;
        }

        boolean isRepeatedIn(Map<String, @Nullable Object> given) {
            return same(ALGORITHM, given.get("algorithm"))
                    && same(challenge, given.get("challenge"))
                    && same(salt, given.get("salt"))
                    && same(signature, given.get("signature"));
        }
    }

    /** Takes as long for a good guess as for a bad one. */
    private static boolean same(String wanted, @Nullable Object given) {
        return given instanceof String text
                && MessageDigest.isEqual(
                        wanted.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance(ALGORITHM);
            return HEX.formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Part of the protocol; what proves that a challenge is ours is that it was kept. */
    private String signature(String challenge) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return HEX.formatHex(mac.doFinal(challenge.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + key.getAlgorithm(), e);
        }
    }
}
