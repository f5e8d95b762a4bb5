package io.github.limiter.store.redis;

import java.util.concurrent.TimeUnit;

/** What is known of a server from the answers that it owes. Thread-safe. */
final class Line {

    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** When the first call was sent since the last answer; 0 if none was. */
    private volatile long waitingSince;

    void sent() {
        if (waitingSince == 0) {
            waitingSince = System.nanoTime() | 1;
        }
    }

    void answered() {
        if (waitingSince != 0) {
            waitingSince = 0;
        }
    }

    /** Whether nothing was answered for two seconds, though something was sent; asks for as long again if so. */
    boolean isDead() {
        long since = waitingSince;
        if (since == 0 || System.nanoTime() - since < SILENT_NANOS) {
            return false;
        }
        waitingSince = 0;
        return true;
    }
}
