package io.github.limiter.spring.web;

import io.github.limiter.spring.captcha.CaptchaRequest;
import io.github.limiter.subject.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A servlet's request for a challenge, or one that is answered with one. */
record ServletCaptchaRequest(HttpServletRequest request, Caller caller) implements CaptchaRequest {

    /** Within the application, as it was sent. */
    static String path(HttpServletRequest request) {
        return ApplicationPath.within(request);
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String contextPath() {
        return ApplicationPath.of(request);
    }

    @Override
    public String path() {
        return path(request);
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeader(name);
    }

    @Override
    public boolean isSecure() {
        return ServletCallers.isSecure(request, caller.address());
    }

    @Override
    public CompletionStage<byte[]> body(int most) {
        try {
            return CompletableFuture.completedFuture(request.getInputStream().readNBytes(most + 1));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
