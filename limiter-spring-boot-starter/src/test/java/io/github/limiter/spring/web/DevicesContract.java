package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.spring.Applications;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.ResponseCookie;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Limits by device, in every kind of application: one minute after it got its cookie, a device is counted by itself; until
 * then by its address.
 */
public abstract class DevicesContract {

    private static final String SECRET = "limiter.device.secret=a secret of thirty-two characters";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The clock of all applications. */
    protected final ManualTime time = Applications.clock();

    /** Starts an application of {@link Pages} and lets somebody at one address use it. */
    protected abstract void start(Visitor visitor, String... properties);

    /** What the start of such an application fails with. */
    protected abstract Throwable failure(String... properties);

    /** An application of {@link Pages} that is running. */
    @FunctionalInterface
    protected interface Server {

        /** The answer to a request over TLS or not, with the cookie unless that is null. */
        Answer get(String path, boolean secure, String cookie);
    }

    /** An answer, and the cookies that it sets. */
    public record Answer(int status, List<ResponseCookie> cookies) {}

    /** Uses a server. */
    @FunctionalInterface
    protected interface Visitor {

        void visit(Server server);
    }

    @RestController
    public static class Pages {

        @RateLimit(name = "by-device", dimension = "device", limit = 2, window = "1m")
        @GetMapping("/device")
        public String device() {
            return "device";
        }

        @RateLimit(name = "device-minute", dimension = "device", limit = 5, window = "1m")
        @RateLimit(name = "device-hour", dimension = "device", limit = 5, window = "1h")
        @GetMapping("/twice")
        public String twice() {
            return "twice";
        }

        @RateLimit(name = "by-address", dimension = "ip", limit = 5, window = "1m")
        @GetMapping("/address")
        public String address() {
            return "address";
        }

        @Unlimited
        @GetMapping("/free")
        public String free() {
            return "free";
        }
    }

    /** Somebody at one address with a browser that may keep cookies. */
    private static final class Browser {

        private final Server server;
        private final boolean secure;
        private ResponseCookie cookie;
        private Answer last;

        Browser(Server server, boolean secure) {
            this.server = server;
            this.secure = secure;
        }

        int get(String path) {
            last = server.get(path, secure, cookie == null ? null : cookie.getValue());
            return last.status();
        }

        ResponseCookie given() {
            return last.cookies().isEmpty() ? null : last.cookies().get(0);
        }

        /** Keeps what it was given. */
        Browser with(ResponseCookie given) {
            cookie = given;
            return this;
        }

        Browser with(String made) {
            return with(ResponseCookie.from(Devices.COOKIE, made).build());
        }

        Browser withNothing() {
            cookie = null;
            return this;
        }
    }

    private interface Visit {
        void by(Browser browser);
    }

    private void run(Visit visit, String... properties) {
        start(server -> visit.by(new Browser(server, false)), properties);
    }

    @Nested
    class TheCookie {

        @Test
        void isSetOnceWhereAPolicyCountsByDevice() {
            run(browser -> {
                browser.get("/device");
                ResponseCookie cookie = browser.given();
                assertThat(cookie.getName()).isEqualTo("limiter-device");
                assertThat(cookie.getValue()).startsWith("v1.").hasSizeLessThan(128);
                assertThat(cookie.isHttpOnly()).isTrue();
                assertThat(cookie.isSecure()).isFalse();
                assertThat(cookie.getPath()).isEqualTo("/");
                assertThat(cookie.getMaxAge()).isEqualTo(Duration.ofDays(30));
                assertThat(cookie.getSameSite()).isEqualTo("Lax");

                browser.with(cookie).get("/device");
                assertThat(browser.given()).isNull();
            });
        }

        @Test
        void isSecureWhereTheRequestIs() {
            start(server -> {
                Browser browser = new Browser(server, true);
                browser.get("/device");
                assertThat(browser.given().isSecure()).isTrue();
            });
        }

        @Test
        void isNotSetWhereNoPolicyCountsByDevice() {
            run(browser -> {
                browser.get("/address");
                assertThat(browser.last.cookies()).isEmpty();
                browser.get("/free");
                assertThat(browser.last.cookies()).isEmpty();
            });
        }

        @Test
        void isSetOnceForSeveralPolicies() {
            run(browser -> {
                browser.get("/twice");
                assertThat(browser.last.cookies()).hasSize(1);
            });
        }

        @Test
        void isSetForRefusedRequestsToo() {
            run(browser -> {
                browser.get("/device");
                browser.get("/device");
                assertThat(browser.get("/device")).isEqualTo(429);
                assertThat(browser.given()).isNotNull();
            });
        }

        @Test
        void isReplacedWhenItHasExpiredOrIsForged() {
            run(browser -> {
                browser.get("/device");
                browser.with(browser.given());
                time.advance(Duration.ofDays(31));
                browser.get("/device");
                assertThat(browser.given()).isNotNull();

                browser.with("v1.AAAAAAAAAAAAAAAAAAAAAA.1.AAAA").get("/device");
                assertThat(browser.given()).isNotNull();
            });
        }
    }

    @Nested
    class ADeviceOfSomeAge {

        @Test
        void hasItsOwnCount() {
            run(browser -> {
                browser.get("/device");
                ResponseCookie cookie = browser.given();
                time.advance(MINUTE);

                browser.withNothing();
                assertThat(browser.get("/device")).isEqualTo(200);
                assertThat(browser.get("/device")).isEqualTo(200);
                assertThat(browser.get("/device"))
                        .as("the address has no room left")
                        .isEqualTo(429);

                browser.with(cookie);
                assertThat(browser.get("/device")).isEqualTo(200);
                assertThat(browser.get("/device")).isEqualTo(200);
                assertThat(browser.get("/device")).as("nor has the device").isEqualTo(429);
            });
        }

        @Test
        void isRecognisedByAnotherNodeWithTheSameSecret() {
            List<ResponseCookie> cookies = new ArrayList<>();
            run(
                    browser -> {
                        browser.get("/device");
                        cookies.add(browser.given());
                    },
                    SECRET);
            time.advance(MINUTE);
            run(
                    browser -> {
                        browser.with(cookies.get(0)).get("/device");
                        assertThat(browser.given()).isNull();
                    },
                    SECRET);
            run(browser -> {
                browser.with(cookies.get(0)).get("/device");
                assertThat(browser.given()).as("another secret").isNotNull();
            });
        }
    }

    @Nested
    class AnAttacker {

        @Test
        void whoFetchesANewCookieForEachRequestIsCountedByAddress() {
            run(browser -> {
                int admitted = 0;
                for (int request = 0; request < 100; request++) {
                    admitted += browser.get("/device") == 200 ? 1 : 0;
                    browser.with(browser.given());
                }
                assertThat(admitted).isEqualTo(2);
            });
        }

        @Test
        void whoMakesUpCookiesIsCountedByAddress() {
            run(browser -> {
                int admitted = 0;
                for (int request = 0; request < 100; request++) {
                    String forged = "v1.%022d.1767225600.%043d".formatted(request, request);
                    admitted += browser.with(forged).get("/device") == 200 ? 1 : 0;
                }
                assertThat(admitted).isEqualTo(2);
            });
        }

        @Test
        void whoHoardsCookiesGainsNoMoreThanTheDevicesOfAnAddress() {
            run(
                    browser -> {
                        List<ResponseCookie> hoard = new ArrayList<>();
                        for (int request = 0; request < 200; request++) {
                            browser.get("/device");
                            hoard.add(browser.given());
                        }
                        time.advance(MINUTE);

                        int admitted = 0;
                        for (ResponseCookie cookie : hoard) {
                            browser.with(cookie);
                            admitted += browser.get("/device") == 200 ? 1 : 0;
                            admitted += browser.get("/device") == 200 ? 1 : 0;
                        }
                        assertThat(admitted)
                                .as("two a minute, for each of four devices")
                                .isEqualTo(8);
                    },
                    "limiter.device.per-address=4");
        }
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class WithoutASecret {

        private static final String WARNING = "Devices are forgotten at restart and not shared between nodes";

        @Test
        void thatIsSaidOnceWhereDevicesAreCounted(CapturedOutput output) {
            run(browser -> {
                assertThat(output).doesNotContain(WARNING);
                browser.get("/address");
                assertThat(output).doesNotContain(WARNING);
                browser.get("/device");
                browser.get("/device");
                assertThat(output.getOut()).containsOnlyOnce(WARNING);
            });
        }

        @Test
        void nothingIsSaidIfThereIsOne(CapturedOutput output) {
            run(
                    browser -> {
                        browser.get("/device");
                        assertThat(output).doesNotContain(WARNING).doesNotContain("a secret of thirty-two characters");
                    },
                    SECRET);
        }
    }

    @Test
    void aSecretThatIsNoneStopsTheStart() {
        assertThat(failure("limiter.device.secret=short"))
                .rootCause()
                .hasMessageContaining("limiter.device.secret: '5 characters' are too few");
    }
}
