package io.github.limiter.replay;

import io.github.limiter.time.TimeSource;
import java.util.concurrent.CompletableFuture;

/** Shows the time of the line that is played. Nobody waits: what waiting would mean is in the log already. */
final class ReplayClock implements TimeSource {

    private volatile long now;

    /** Never back: a line that comes too late happens now. */
    void moveTo(long micros) {
        now = Math.max(now, micros);
    }

    @Override
    public long micros() {
        return now;
    }

    @Override
    public void sleep(long micros) {}

    @Override
    public CompletableFuture<Void> delay(long micros) {
        return CompletableFuture.completedFuture(null);
    }
}
