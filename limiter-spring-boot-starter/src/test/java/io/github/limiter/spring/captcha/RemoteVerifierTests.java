package io.github.limiter.spring.captcha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.captcha.RemoteVerifier.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server on this machine that plays the service. */
class RemoteVerifierTests {

    private final CountDownLatch slept = new CountDownLatch(1);
    private ExecutorService threads;
    private HttpServer server;
    private volatile int status = 200;
    private volatile String reply = "{\"success\": true}";
    private volatile boolean asleep;
    private volatile String asked;
    private volatile String contentType;

    @BeforeEach
    void start() throws IOException {
        threads = Executors.newCachedThreadPool();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/siteverify", exchange -> {
            asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            contentType = exchange.getRequestHeaders().getFirst("Content-Type");
            try {
                if (asleep) {
                    slept.await();
                }
                byte[] body = reply.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                exchange.close();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        slept.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private RemoteVerifier verifier(Vendor vendor, boolean open) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/siteverify");
        Duration deadline = asleep ? Duration.ofMillis(200) : Duration.ofSeconds(20);
        return new RemoteVerifier(vendor, new Settings("site", "s3cr&t", url, deadline, 0.5, open));
    }

    private boolean verify(boolean open) {
        return verifier(Vendor.TURNSTILE, open)
                .verify("", "a token&response=x", "203.0.113.7")
                .toCompletableFuture()
                .join();
    }

    @ParameterizedTest
    @EnumSource(Vendor.class)
    void asksInTheFormThatAllServicesShare(Vendor vendor) {
        RemoteVerifier verifier = verifier(vendor, false);

        assertThat(verifier.verify("", "a token&response=x", "2001:db8::7")
                        .toCompletableFuture()
                        .join())
                .isTrue();
        assertThat(contentType).isEqualTo("application/x-www-form-urlencoded");
        assertThat(asked).isEqualTo("secret=s3cr%26t&response=a+token%26response%3Dx&remoteip=2001%3Adb8%3A%3A7");
        assertThat(verifier.name()).isEqualTo(vendor.name().toLowerCase(Locale.ROOT));
        assertThat(vendor.verifyUrl()).hasScheme("https");
    }

    @Test
    void tellsClientsThePublicKeyAlone() {
        assertThat(verifier(Vendor.HCAPTCHA, false).create().shown()).hasSize(1).containsEntry("challenge", "site");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"success": true}                                            | true
            {"success": true, "hostname": "shop.example", "action": null} | true
            {"success": true, "score": 0.5}                              | true
            {"success": true, "score": 0.9}                              | true
            {"success": true, "score": 0.4}                              | false
            {"success": true, "score": 0}                                | false
            {"success": false, "error-codes": ["invalid-input-response"]} | false
            {"success": "true"}                                          | false
            {"success": 1}                                               | false
            {}                                                           | false
            """)
    void believesNothingButSuccess(String reply, boolean good) {
        this.reply = reply;

        assertThat(verify(false)).isEqualTo(good);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            500 | {"success": true}
            302 | {"success": true}
            200 | no JSON
            200 | []
            """)
    void cannotTellIfTheServiceSaysNothingOfUse(int status, String reply) {
        this.status = status;
        this.reply = reply;

        assertThatThrownBy(() -> verify(false)).isInstanceOf(CompletionException.class);
        assertThat(verify(true)).as("open").isTrue();
    }

    @Test
    void readsNoMoreThanAReplyMayHave() {
        reply = "{\"success\": true, \"more\": \"" + "x".repeat(20_000) + "\"}";

        assertThatThrownBy(() -> verify(false)).hasRootCauseMessage("a reply of more than 16384 bytes");
    }

    @Test
    void waitsNoLongerThanItsDeadline() {
        asleep = true;

        assertThatThrownBy(() -> verify(false)).isInstanceOf(CompletionException.class);
        assertThat(verify(true)).as("open").isTrue();
    }

    @Test
    void cannotTellIfThereIsNoService() {
        server.stop(0);

        assertThatThrownBy(() -> verify(false)).isInstanceOf(CompletionException.class);
        assertThat(verify(true)).as("open").isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "site-key,   '',   secret, PT3S,  0.5",
        "secret,     site, ' ',    PT3S,  0.5",
        "deadline,   site, secret, PT0S,  0.5",
        "deadline,   site, secret, PT31S, 0.5",
        "min-score,  site, secret, PT3S,  1.1",
        "min-score,  site, secret, PT3S,  -0.1"
    })
    void settingsThatCannotWorkAreRefused(
            String name, String siteKey, String secret, Duration deadline, double minScore) {
        assertThatThrownBy(() -> new Settings(siteKey, secret, null, deadline, minScore, false))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("limiter.captcha.remote." + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://service/siteverify", "siteverify"})
    void anAddressThatIsNoneOfTheWebIsRefused(URI url) {
        assertThatThrownBy(() -> new Settings("site", "secret", url, Duration.ofSeconds(3), 0.5, false))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("limiter.captcha.remote.verify-url");
        assertThat(new Settings("site", "secret", null, Duration.ofSeconds(3), 0.5, false).toString())
                .doesNotContain("secret");
    }
}
