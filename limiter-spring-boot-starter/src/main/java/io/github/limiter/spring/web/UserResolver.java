package io.github.limiter.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who is logged in. A bean of this type takes the place of the default, the name of
 * {@link HttpServletRequest#getUserPrincipal()}, as Spring Security and containers set it. Called once per request and
 * thread that asks, by many threads: no I/O. Must not believe what a client merely claims.
 */
@FunctionalInterface
public interface UserResolver {

    /**
     * The user of a request.
     *
     * @param request the request
     * @return the user's name; null if nobody is logged in
     */
    @Nullable
    String resolve(HttpServletRequest request);
}
