package io.github.limiter.load;

import io.github.limiter.load.AdaptiveLoad.End;

/**
 * How long one request keeps this node busy. The time in which it waits for something else is left out, and so long it is
 * not under way: for its client to send the rest of it, say, or for its departure from a leaky bucket. Thread-safe.
 */
public final class RequestTime {

    private final AdaptiveLoad load;
    private final HandlerLoad entrance;
    private final long begun;
    private HandlerLoad handler;
    private long waited;
    private long waitsSince;
    private int waits;
    private boolean over;

    RequestTime(AdaptiveLoad load, HandlerLoad entrance, long begun) {
        this.load = load;
        this.entrance = entrance;
        this.handler = entrance;
        this.begun = begun;
        entrance.enter();
    }

    /**
     * The request is with its handler. All its time counts as of it, what came before included. Nothing happens the second
     * time.
     *
     * @param handler whatever equals others of the same handler alone, and never something that a client writes: a method, a
     *     template of paths, the id of a route
     */
    public synchronized void handledBy(Object handler) {
        if (over || this.handler != entrance) {
            return;
        }
        HandlerLoad found = load.of(handler);
        this.handler = found;
        if (waits == 0) {
            entrance.pass();
            found.enter();
        }
    }

    /** The request waits for something that is not this node. Of waits at once all must be over before it goes on. */
    public synchronized void pause() {
        if (!over && waits++ == 0) {
            waitsSince = load.now();
            handler.leave();
        }
    }

    /** What the request waited for is there. Nothing happens if it did not wait. */
    public synchronized void resume() {
        if (!over && waits > 0 && --waits == 0) {
            waited += load.now() - waitsSince;
            handler.enter();
        }
    }

    /**
     * The request has ended: as far as it is this node's, which the sending of an answer that is ready is not. Nothing
     * happens the second time.
     *
     * @param end how
     */
    public synchronized void end(End end) {
        if (over) {
            return;
        }
        waits = Math.min(1, waits);
        resume();
        over = true;
        long now = load.now();
        if (end == End.SERVED) {
            handler.served(now - begun - waited);
        }
        handler.leave();
        load.ended(now);
    }
}
