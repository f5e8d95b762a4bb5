package io.github.limiter.spring.web;

import io.github.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import io.github.limiter.spring.autoconfigure.LimiterWebMvcAutoConfiguration;
import io.github.limiter.time.TimeSource;
import jakarta.servlet.http.Cookie;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseCookie;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

class ServletDevicesTests extends DevicesContract {

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, LimiterWebMvcAutoConfiguration.class))
            .withUserConfiguration(WebMvc.class, Pages.class)
            .withBean(TimeSource.class, () -> time);

    @Configuration(proxyBeanMethods = false)
    @EnableWebMvc
    static class WebMvc {}

    @Override
    protected void start(Visitor visitor, String... properties) {
        application.withPropertyValues(properties).run(context -> {
            MockMvcTester mvc = MockMvcTester.from(context);
            visitor.visit((path, secure, cookie) -> get(mvc, path, secure, cookie));
        });
    }

    private static Answer get(MockMvcTester mvc, String path, boolean secure, String cookie) {
        var request = mvc.get().uri(path).secure(secure);
        if (cookie != null) {
            request.cookie(new Cookie(Devices.COOKIE, cookie));
        }
        MockHttpServletResponse response = request.exchange().getResponse();
        return new Answer(
                response.getStatus(),
                Arrays.stream(response.getCookies())
                        .map(ServletDevicesTests::translated)
                        .toList());
    }

    private static ResponseCookie translated(Cookie cookie) {
        return ResponseCookie.from(cookie.getName(), cookie.getValue())
                .httpOnly(cookie.isHttpOnly())
                .secure(cookie.getSecure())
                .path(cookie.getPath())
                .maxAge(cookie.getMaxAge())
                .sameSite(cookie.getAttribute("SameSite"))
                .build();
    }

    @Override
    protected Throwable failure(String... properties) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        application.withPropertyValues(properties).run(context -> failure.set(context.getStartupFailure()));
        return failure.get();
    }
}
