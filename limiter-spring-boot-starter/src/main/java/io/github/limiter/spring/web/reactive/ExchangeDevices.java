package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.Devices;
import io.github.limiter.spring.web.Devices.Found;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DeviceResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** Recognises devices by a cookie of the request, and sets it. Thread-safe. */
public final class ExchangeDevices implements DeviceResolver {

    private final Devices devices;

    /**
     * Recognises devices.
     *
     * @param devices knows what is in the cookies
     */
    public ExchangeDevices(Devices devices) {
        this.devices = devices;
    }

    /**
     * What was found out about a request, so that several policies cost one look.
     *
     * @param id the device; null if the address is to be counted
     * @param cookie what its answer is to set; null for nothing
     */
    record Recognised(@Nullable String id, @Nullable ResponseCookie cookie) {}

    @Override
    public @Nullable String resolve(Caller caller) {
        ServerWebExchange exchange = caller.request(ServerWebExchange.class);
        ExchangeCallScope scope = exchange == null ? null : ExchangeCallScopes.known(exchange);
        return exchange == null || scope == null
                ? null
                : scope.device(() -> recognise(exchange.getRequest(), caller)).id();
    }

    private Recognised recognise(ServerHttpRequest request, Caller caller) {
        HttpCookie cookie = request.getCookies().getFirst(Devices.COOKIE);
        Found found = devices.find(cookie == null ? null : cookie.getValue(), caller.address());
        return new Recognised(
                found.id(),
                found.token() == null
                        ? null
                        : cookie(found.token(), ExchangeCallers.isSecure(request, caller.address())));
    }

    private ResponseCookie cookie(String token, boolean secure) {
        return ResponseCookie.from(Devices.COOKIE, token)
                .httpOnly(true)
                .secure(secure)
                .path("/")
                .maxAge(devices.lifetime())
                .sameSite("Lax")
                .build();
    }
}
