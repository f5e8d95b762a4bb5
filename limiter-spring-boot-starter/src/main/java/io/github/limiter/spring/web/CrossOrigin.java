package io.github.limiter.spring.web;

import io.github.limiter.spring.web.HandlerLookup.Found;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.CorsProcessor;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets pages of other origins read an answer that is given before Spring Security and the dispatcher, if these would have
 * let them. Thread-safe.
 */
public final class CrossOrigin {

    /** Pages that are not let get the answer all the same; they may not read it. */
    private static final CorsProcessor PROCESSOR = new DefaultCorsProcessor() {
        @Override
        protected void rejectRequest(ServerHttpResponse response) {}
    };

    private final SingletonSupplier<CorsConfigurationSource> ofSecurity;

    /**
     * By what the application says.
     *
     * @param ofSecurity what it has told Spring Security; null: nothing. Asked for on first use
     */
    public CrossOrigin(Supplier<@Nullable CorsConfigurationSource> ofSecurity) {
        this.ofSecurity = SingletonSupplier.ofNullable(ofSecurity);
    }

    void allow(Found found, HttpServletResponse response) {
        HttpServletRequest request = found.request();
        CorsConfiguration allowed = CorsUtils.isCorsRequest(request) ? configuration(found) : null;
        if (allowed != null) {
            try {
                PROCESSOR.processRequest(allowed, request, response);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private @Nullable CorsConfiguration configuration(Found found) {
        CorsConfigurationSource told = ofSecurity.get();
        CorsConfiguration configuration = told == null ? null : told.getCorsConfiguration(found.request());
        for (HandlerInterceptor interceptor : found.chain().getInterceptorList()) {
            if (configuration == null && interceptor instanceof CorsConfigurationSource source) {
                configuration = source.getCorsConfiguration(found.request());
            }
        }
        return configuration;
    }
}
