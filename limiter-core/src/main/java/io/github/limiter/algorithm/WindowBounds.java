package io.github.limiter.algorithm;

import io.github.limiter.policy.Quota;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * From when to when a fixed window lasts.
 *
 * @param start first microsecond of the window
 * @param end first microsecond after it
 */
record WindowBounds(long start, long end) {

    static WindowBounds at(long now, Quota quota) {
        long length = quota.windowMicros();
        if (quota.zone().equals(ZoneOffset.UTC)) {
            long start = Math.floorDiv(now, length) * length;
            return new WindowBounds(start, start + length);
        }
        long days = quota.window().toDays();
        LocalDate today =
                Instant.EPOCH.plus(now, ChronoUnit.MICROS).atZone(quota.zone()).toLocalDate();
        long firstDay = Math.floorDiv(today.toEpochDay(), days) * days;
        return new WindowBounds(midnight(firstDay, quota.zone()), midnight(firstDay + days, quota.zone()));
    }

    private static long midnight(long epochDay, ZoneId zone) {
        return LocalDate.ofEpochDay(epochDay).atStartOfDay(zone).toEpochSecond() * 1_000_000;
    }

    boolean contains(long micros) {
        return start <= micros && micros < end;
    }
}
