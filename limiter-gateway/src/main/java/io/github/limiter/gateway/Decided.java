package io.github.limiter.gateway;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.server.ServerWebExchange;

/** Which limits have admitted a request, kept with it. */
final class Decided {

    private static final String ATTRIBUTE = Decided.class.getName();

    private Decided() {}

    static Set<RouteLimit> of(ServerWebExchange exchange) {
        @SuppressWarnings("unchecked")
        Set<RouteLimit> decided = (Set<RouteLimit>)
                exchange.getAttributes().computeIfAbsent(ATTRIBUTE, absent -> ConcurrentHashMap.newKeySet(4));
        return decided;
    }
}
