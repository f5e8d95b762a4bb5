package io.github.limiter.store.redis;

import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A clock that, unlike others, can be set back, as a server's can. For one thread. */
public final class SetBackClock implements TimeSource {

    private long now = Duration.ofDays(20_000).toMillis() * 1_000;

    public void move(Duration by) {
        now += by.toNanos() / 1_000;
    }

    public void moveMicros(long by) {
        now += by;
    }

    @Override
    public long micros() {
        return now;
    }

    @Override
    public void sleep(long micros) {
        throw new UnsupportedOperationException("nobody sleeps here");
    }

    @Override
    public CompletableFuture<Void> delay(long micros) {
        throw new UnsupportedOperationException("nobody waits here");
    }
}
