package io.github.limiter.spring.captcha;

import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.Puzzle;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.json.JsonReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a service whether a token is good, in the form that all {@link Vendor}s share: {@code secret}, {@code response} and
 * {@code remoteip} as a form, {@code {"success": true}} as the answer. Thread-safe.
 */
public final class RemoteVerifier implements CaptchaProvider {

    private static final Logger log = LoggerFactory.getLogger(RemoteVerifier.class);

    /** Longest answer that is read; they have some hundred bytes. */
    private static final int MAX_REPLY = 16_384;

    private final HttpClient http;
    private final Vendor vendor;
    private final Settings settings;

    /**
     * How a service is used.
     *
     * @param siteKey public key of the site, for the widget
     * @param secret secret key of the site
     * @param verifyUrl where tokens are verified; null: the vendor's own
     * @param deadline for an answer, more than zero and at most 30 s
     * @param minScore scores below are refused, where the service gives scores; 0 to 1
     * @param open what holds if it does not answer in time: true, tokens are good; false, nobody can be judged
     */
    public record Settings(
            String siteKey, String secret, @Nullable URI verifyUrl, Duration deadline, double minScore, boolean open) {

        /**
         * Refuses what cannot work.
         *
         * @param siteKey public key of the site
         * @param secret secret key of the site
         * @param verifyUrl where tokens are verified
         * @param deadline for an answer
         * @param minScore scores below are refused
         * @param open whether tokens are good if there is no answer
         * @throws InvalidConfigurationException if a key is missing or a value is out of range
         */
        public Settings {
            String fix = "Set the one that the service shows for your site";
            require(!siteKey.isBlank(), "site-key", siteKey, "is no key", fix);
            require(!secret.isBlank(), "secret", secret, "is no key", fix);
            require(
                    !deadline.isNegative() && !deadline.isZero() && deadline.compareTo(Duration.ofSeconds(30)) <= 0,
                    "deadline",
                    deadline,
                    "is out of range",
                    "Set more than zero and at most 30s");
            require(minScore >= 0 && minScore <= 1, "min-score", minScore, "is out of range", "Set 0 to 1");
            require(
                    verifyUrl == null || "https".equals(verifyUrl.getScheme()) || "http".equals(verifyUrl.getScheme()),
                    "verify-url",
                    String.valueOf(verifyUrl),
                    "is no address of a web server",
                    "Set one that begins with https://");
        }

        private static void require(boolean holds, String name, Object value, String problem, String fix) {
            if (!holds) {
                throw new InvalidConfigurationException("limiter.captcha.remote." + name, value, problem, fix);
            }
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Settings[" + siteKey + "]";
        }
    }

    /**
     * A verifier.
     *
     * @param vendor the service
     * @param settings how it is used
     */
    public RemoteVerifier(Vendor vendor, Settings settings) {
        this.vendor = vendor;
        this.settings = settings;
        this.http = HttpClient.newBuilder()
                .connectTimeout(settings.deadline())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    @Override
    public String name() {
        return vendor.providerName();
    }

    /** The puzzle is the service's: clients are told the key by which to ask for it. */
    @Override
    public Puzzle create() {
        return new Puzzle("", Map.of("challenge", settings.siteKey()));
    }

    @Override
    public CompletionStage<Boolean> verify(String secret, String answer, String address) {
        String form = "secret=" + encoded(settings.secret()) + "&response=" + encoded(answer) + "&remoteip="
                + encoded(address);
        URI url = settings.verifyUrl();
        HttpRequest request = HttpRequest.newBuilder(url == null ? vendor.verifyUrl() : url)
                .timeout(settings.deadline())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        CompletionStage<Boolean> verdict = http.sendAsync(request, info -> new BoundedBody(MAX_REPLY))
                .orTimeout(settings.deadline().toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(this::isGood);
        return settings.open() ? verdict.exceptionally(this::letPass) : verdict;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private boolean isGood(HttpResponse<String> response) {
        if (response.statusCode() != 200) {
            throw new IllegalStateException(name() + " answered with status " + response.statusCode());
        }
        Map<String, @Nullable Object> reply = JsonReader.object(response.body());
        boolean success = Boolean.TRUE.equals(reply.get("success"));
        if (!success) {
            log.debug("{} refused a token: {}", name(), reply.get("error-codes"));
        }
        return success && (!(reply.get("score") instanceof Number score) || score.doubleValue() >= settings.minScore());
    }

    private boolean letPass(Throwable failure) {
        log.warn("{} does not answer, and tokens are good until it does: {}", name(), failure.toString());
        return true;
    }
}
