package io.github.limiter.ban;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Time as stores count it: whole microseconds. */
final class Micros {

    private Micros() {}

    static long of(Duration length) {
        return length.toNanos() / 1_000;
    }

    static long of(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
