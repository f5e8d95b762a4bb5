package io.github.limiter.spring.web.reactive;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Finds out who is logged in. A bean of this type takes the place of the default, the name of
 * {@link ServerWebExchange#getPrincipal()}, as Spring Security sets it. Asked for each guarded call, by many threads; must
 * not block, nor believe what a client merely claims.
 */
@FunctionalInterface
public interface ServerUserResolver {

    /**
     * The user of a request.
     *
     * @param exchange the request
     * @return the user's name; empty if nobody is logged in
     */
    Mono<String> resolve(ServerWebExchange exchange);
}
