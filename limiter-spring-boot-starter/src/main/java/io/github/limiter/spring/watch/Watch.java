package io.github.limiter.spring.watch;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Those who want to know what became of requests, as one. Thread-safe. */
public final class Watch {

    private static final Logger log = LoggerFactory.getLogger(Watch.class);

    private final List<SeenRequestListener> listeners;

    /**
     * Several as one.
     *
     * @param listeners told in this order
     */
    public Watch(List<SeenRequestListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Whether anybody wants to be told.
     *
     * @return false if nothing need be noted about requests
     */
    public boolean isOn() {
        for (SeenRequestListener listener : listeners) {
            if (listener.isWatching()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells of a request.
     *
     * @param request puts together what there is to tell
     */
    public void tell(Supplier<SeenRequest> request) {
        try {
            SeenRequest seen = request.get();
            for (SeenRequestListener listener : listeners) {
                if (listener.isWatching()) {
                    listener.onRequest(seen);
                }
            }
        } catch (RuntimeException e) {
            log.warn("A request could not be looked at after it was answered", e);
        }
    }
}
