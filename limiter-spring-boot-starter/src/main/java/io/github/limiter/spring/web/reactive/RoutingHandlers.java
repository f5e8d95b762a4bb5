package io.github.limiter.spring.web.reactive;

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
}
