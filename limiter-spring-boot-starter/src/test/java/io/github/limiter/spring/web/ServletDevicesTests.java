package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.time.ManualTime;
import io.github.limiter.time.TimeSource;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Limits by device: one minute after it got its cookie, a device is counted by itself; until then by its address. */
class ServletDevicesTests {

    private static final String SECRET = "limiter.device.secret=a secret of thirty-two characters";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(WebMvc.class, Pages.class)
            .withBean(TimeSource.class, () -> time);

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class WebMvc {}

    @RestController
    static class Pages {

        @RateLimit(name = "by-device", dimension = "device", limit = 2, window = "1m")
        @GetMapping("/device")
        String device() {
            return "device";
        }

        @RateLimit(name = "device-minute", dimension = "device", limit = 5, window = "1m")
        @RateLimit(name = "device-hour", dimension = "device", limit = 5, window = "1h")
        @GetMapping("/twice")
        String twice() {
            return "twice";
        }

        @RateLimit(name = "by-address", dimension = "ip", limit = 5, window = "1m")
        @GetMapping("/address")
        String address() {
            return "address";
        }

        @Unlimited
        @GetMapping("/free")
        String free() {
            return "free";
        }
    }

    /** Somebody at one address with a browser that may keep cookies. */
    private static final class Browser {

        private final MockMvcTester mvc;
        private final boolean secure;
        private Cookie cookie;
        private MockHttpServletResponse last;

        Browser(MockMvcTester mvc, boolean secure) {
            this.mvc = mvc;
            this.secure = secure;
        }

        int get(String path) {
            var request = mvc.get().uri(path).secure(secure);
            if (cookie != null) {
                request.cookie(cookie);
            }
            last = request.exchange().getResponse();
            return last.getStatus();
        }

        Cookie given() {
            return last.getCookie(ServletDevices.COOKIE);
        }

        /** Keeps what it was given. */
        Browser with(Cookie given) {
            cookie = given;
            return this;
        }
    }

    private interface Visit {
        void by(Browser browser);
    }

    private void run(Visit visit, String... properties) {
        application
                .withPropertyValues(properties)
                .run(context -> visit.by(new Browser(MockMvcTester.from(context), false)));
    }

    @Nested
    class TheCookie {

        @Test
        void isSetOnceWhereAPolicyCountsByDevice() {
            run(browser -> {
                browser.get("/device");
                Cookie cookie = browser.given();
                assertThat(cookie.getValue()).startsWith("v1.").hasSizeLessThan(128);
                assertThat(cookie.isHttpOnly()).isTrue();
                assertThat(cookie.getSecure()).isFalse();
                assertThat(cookie.getPath()).isEqualTo("/");
                assertThat(cookie.getMaxAge())
                        .isEqualTo((int) Duration.ofDays(30).toSeconds());
                assertThat(cookie.getAttribute("SameSite")).isEqualTo("Lax");

                browser.with(cookie).get("/device");
                assertThat(browser.given()).isNull();
            });
        }

        @Test
        void isSecureWhereTheRequestIs() {
            application.run(context -> {
                Browser browser = new Browser(MockMvcTester.from(context), true);
                browser.get("/device");
                assertThat(browser.given().getSecure()).isTrue();
            });
        }

        @Test
        void isNotSetWhereNoPolicyCountsByDevice() {
            run(browser -> {
                browser.get("/address");
                assertThat(browser.last.getCookies()).isEmpty();
                browser.get("/free");
                assertThat(browser.last.getCookies()).isEmpty();
            });
        }

        @Test
        void isSetOnceForSeveralPolicies() {
            run(browser -> {
                browser.get("/twice");
                assertThat(browser.last.getCookies()).hasSize(1);
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

                browser.with(new Cookie(ServletDevices.COOKIE, "v1.AAAAAAAAAAAAAAAAAAAAAA.1.AAAA"))
                        .get("/device");
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
                Cookie cookie = browser.given();
                time.advance(MINUTE);

                browser.with(null);
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
            List<Cookie> cookies = new ArrayList<>();
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
                    admitted += browser.with(new Cookie(ServletDevices.COOKIE, forged))
                                            .get("/device")
                                    == 200
                            ? 1
                            : 0;
                }
                assertThat(admitted).isEqualTo(2);
            });
        }

        @Test
        void whoHoardsCookiesGainsNoMoreThanTheDevicesOfAnAddress() {
            run(
                    browser -> {
                        List<Cookie> hoard = new ArrayList<>();
                        for (int request = 0; request < 200; request++) {
                            browser.get("/device");
                            hoard.add(browser.given());
                        }
                        time.advance(MINUTE);

                        int admitted = 0;
                        for (Cookie cookie : hoard) {
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
        application
                .withPropertyValues("limiter.device.secret=short")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("limiter.device.secret: '5 characters' are too few"));
    }
}
