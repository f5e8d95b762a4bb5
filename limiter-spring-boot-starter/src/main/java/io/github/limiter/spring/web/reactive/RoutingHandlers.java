package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.GuardRequest.Charge;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Says which handlers have limits of their own and decide, by {@link ExchangeEntrance#admit}, whatever the request owes
 * together with them: those of a gateway. Thread-safe.
 */
@FunctionalInterface
public interface RoutingHandlers {

    /**
     * Whether a handler decides its requests itself.
     *
     * @param handler of any kind
     * @return true if the request is not to be decided before it gets there
     */
    boolean cover(Object handler);

    /**
     * Whether a mapping can be asked for its handler ahead of time, without doing anything to the request, and says the
     * same then as it will later.
     *
     * @param mapping of any kind
     * @return true for most; false means that nobody knows yet where requests lead that no mapping before this one takes
     */
    default Mono<Boolean> isForeseeable(HandlerMapping mapping) {
        return Mono.just(true);
    }

    /**
     * The limits that a request is subject to with a handler that is {@linkplain #cover covered}.
     *
     * @param exchange the request, with what its mapping has left in it
     * @return the charges, whose keys and costs do not matter; null if they are not certain
     */
    default @Nullable List<Charge> certainCharges(ServerWebExchange exchange) {
        return null;
    }
}
