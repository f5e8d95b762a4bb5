package io.github.limiter.ban;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happens; what one of them does wrong is logged, no more. */
final class Tidings {

    private static final Logger log = LoggerFactory.getLogger(Bans.class);

    private final List<BanListener> listeners;

    Tidings(List<BanListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void tell(BanEvent event) {
        for (BanListener listener : listeners) {
            try {
                listener.onBanEvent(event);
            } catch (RuntimeException e) {
                log.warn("{} failed on {}", listener, event, e);
            }
        }
    }
}
