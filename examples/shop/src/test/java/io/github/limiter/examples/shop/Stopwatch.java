package io.github.limiter.examples.shop;

import java.time.Duration;

/** Measures what a test took, to bound what time has given back meanwhile. */
record Stopwatch(long startNanos) {

    static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    int secondsRoundedUp() {
        return (int) elapsed().plusNanos(999_999_999).toSeconds();
    }

    /** Units that a rate can have refilled since the start. */
    long unitsAt(int perSecond) {
        return elapsed().toNanos() * perSecond / 1_000_000_000L;
    }
}
