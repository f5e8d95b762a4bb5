package io.github.limiter.spring.web.reactive;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.HandlerMapping;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Finds the handlers of requests before the dispatcher does. Thread-safe. */
final class ExchangeHandlers {

    private static final Logger log = LoggerFactory.getLogger(ExchangeHandlers.class);

    private static final Object UNFORESEEABLE = new Object();

    private final RoutingHandlers routing;
    private final SingletonSupplier<List<HandlerMapping>> mappings;

    ExchangeHandlers(RoutingHandlers routing, Supplier<List<HandlerMapping>> mappings) {
        this.routing = routing;
        this.mappings = SingletonSupplier.of(mappings);
    }

    void prepare() {
        mappings.obtain();
    }

    /** Empty if there is none, or if nobody knows yet. */
    Mono<Object> find(ExchangeGlance glance) {
        return Flux.fromIterable(mappings.obtain())
                .concatMap(mapping -> routing.isForeseeable(mapping)
                        .flatMap(foreseeable -> foreseeable ? mapping.getHandler(glance) : Mono.just(UNFORESEEABLE)))
                .next()
                .filter(handler -> handler != UNFORESEEABLE)
                .onErrorResume(failure -> {
                    log.debug("No handler of {}", glance.getRequest().getPath(), failure);
                    return Mono.empty();
                });
    }
}
