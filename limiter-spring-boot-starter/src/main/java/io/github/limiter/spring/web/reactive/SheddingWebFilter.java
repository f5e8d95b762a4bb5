package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.watch.Anonymity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Stands right before Spring Security: sheds what the load has no room for, before anybody's password is looked at. While
 * nothing is shed it does nothing; else it looks for the handler, and leaves to the guard whatever is not certain before
 * the handler is called. Thread-safe.
 */
public final class SheddingWebFilter implements WebFilter, Ordered, SmartInitializingSingleton {

    /** The place before that of Spring Security's filters, −100; behind filters that change the request. */
    private static final int ORDER = -101;

    private static final List<String> OF_CORS = List.of(
            HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN,
            HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS,
            HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS,
            HttpHeaders.VARY);

    private final Guard guard;
    private final ExchangeCallScopes scopes;
    private final LimiterHandlerAdapter limits;
    private final ExchangeHandlers handlers;
    private final @Nullable CorsConfigurationSource corsOfSecurity;
    private final boolean knownByHeader;

    /**
     * A filter.
     *
     * @param guard decides
     * @param scopes where requests keep what is known of them
     * @param limits knows what requests will be charged
     * @param routing which handlers decide themselves
     * @param mappings all of them in their order; asked for when all beans are there
     * @param corsOfSecurity what the application has told Spring Security about pages of other origins; null: nothing
     * @param knownByHeader whether users are known by the header of a request or its certificate alone
     */
    public SheddingWebFilter(
            Guard guard,
            ExchangeCallScopes scopes,
            LimiterHandlerAdapter limits,
            RoutingHandlers routing,
            Supplier<List<HandlerMapping>> mappings,
            @Nullable CorsConfigurationSource corsOfSecurity,
            boolean knownByHeader) {
        this.guard = guard;
        this.scopes = scopes;
        this.limits = limits;
        this.handlers = new ExchangeHandlers(routing, mappings);
        this.corsOfSecurity = corsOfSecurity;
        this.knownByHeader = knownByHeader;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // The first request would have to wait for a lock otherwise.
        handlers.prepare();
    }

    /**
     * Right before Spring Security.
     *
     * @return −101
     */
    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return guard.mayShed() && !CorsUtils.isPreFlightRequest(exchange.getRequest())
                ? shed(exchange)
                        .map(Optional::of)
                        .defaultIfEmpty(Optional.empty())
                        .flatMap(shed -> shed.isPresent()
                                ? Mono.error(new RejectedException(shed.get()))
                                : chain.filter(exchange))
                : chain.filter(exchange);
    }

    private Mono<Decision> shed(ServerWebExchange exchange) {
        ExchangeGlance glance = new ExchangeGlance(exchange);
        return handlers.find(glance).flatMap(handler -> Mono.justOrEmpty(shed(exchange, glance, handler)));
    }

    private Optional<Decision> shed(ServerWebExchange exchange, ExchangeGlance glance, Object handler) {
        List<Charge> charges = limits.certainCharges(glance, handler);
        if (charges == null) {
            return Optional.empty();
        }
        ExchangeCallScope scope = scopes.of(exchange);
        Optional<Decision> shed = guard.shedEarly(
                new GuardRequest(scope.callerByAddress(), charges, false), () -> mayBeUser(exchange.getRequest()));
        if (shed.isPresent()) {
            allowOtherOrigins(exchange, glance);
            Object pattern = glance.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
            if (pattern != null) {
                // Who observes requests tells them apart by it.
                exchange.getAttributes().put(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, pattern);
            }
        }
        return shed;
    }

    /** The mapping has let those of the handler, in its own answer. */
    private void allowOtherOrigins(ServerWebExchange exchange, ExchangeGlance glance) {
        CorsConfiguration told = corsOfSecurity == null ? null : corsOfSecurity.getCorsConfiguration(exchange);
        if (told != null) {
            new DefaultCorsProcessor().process(told, glance);
        }
        HttpHeaders answer = exchange.getResponse().getHeaders();
        if (answer.getFirst(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN) == null) {
            HttpHeaders allowed = glance.getResponse().getHeaders();
            for (String name : OF_CORS) {
                List<String> values = allowed.getValuesAsList(name);
                if (!values.isEmpty()) {
                    answer.set(name, String.join(", ", values));
                }
            }
        }
    }

    private boolean mayBeUser(ServerHttpRequest request) {
        SslInfo ssl = request.getSslInfo();
        return !knownByHeader
                || ssl != null && ssl.getPeerCertificates() != null
                || !Anonymity.isOf(names(request.getHeaders()).iterator());
    }

    private static List<String> names(HttpHeaders headers) {
        List<String> names = new ArrayList<>();
        headers.forEach((name, values) -> names.add(name));
        return names;
    }
}
