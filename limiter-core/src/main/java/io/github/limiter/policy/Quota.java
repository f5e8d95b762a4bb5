package io.github.limiter.policy;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much is admitted: {@code limit} units per {@code window}, and what an algorithm needs besides. Immutable; what the
 * request path needs is computed once.
 */
public final class Quota {

    /** Longest window: one leap year. */
    public static final Duration MAX_WINDOW = Duration.ofDays(366);

    /** {@link #maxWait()} of a caller who waits however long it takes. */
    public static final Duration UNLIMITED_WAIT = Duration.ofSeconds(-1);

    private static final Duration MAX_MAX_WAIT = Duration.ofDays(1);

    private final long limit;
    private final Duration window;
    private final long burst;
    private final Duration maxWait;
    private final ZoneId zone;
    private final long windowMicros;
    private final long incrementMicros;
    private final long maxWaitMicros;

    private Quota(long limit, Duration window, long burst, Duration maxWait, ZoneId zone) {
        require(limit >= 1, "limit", limit, "is not a positive number of units", "Set a limit of 1 or more");
        require(
                window.compareTo(Duration.of(1, ChronoUnit.MICROS)) >= 0,
                "window",
                window,
                "is not a positive length of time",
                "Set a window such as 1s, 1m or 1h (at least 1 microsecond)");
        require(
                window.compareTo(MAX_WINDOW) <= 0,
                "window",
                window,
                "is longer than 366 days",
                "Set a window of at most 366d");
        require(burst >= 1, "burst", burst, "is not a positive number of units", "Set a burst of 1 or more");
        require(
                maxWait.equals(UNLIMITED_WAIT) || !maxWait.isNegative() && maxWait.compareTo(MAX_MAX_WAIT) <= 0,
                "maxWait",
                maxWait,
                "is neither a length of time up to one day nor -1",
                "Set a duration such as 2s, 0 for no waiting, or -1 to wait without bound");
        this.limit = limit;
        this.window = window;
        this.burst = burst;
        this.maxWait = maxWait;
        // Names of UTC all mean UTC.
        this.zone = zone.normalized();
        this.windowMicros = window.toNanos() / 1_000;
        this.incrementMicros = (windowMicros - 1) / limit + 1;
        this.maxWaitMicros = maxWait.equals(UNLIMITED_WAIT) ? Long.MAX_VALUE : maxWait.toNanos() / 1_000;
    }

    private static void require(boolean holds, String element, Object value, String problem, String fix) {
        if (!holds) {
            throw new InvalidConfigurationException(element, value, problem, fix);
        }
    }

    /**
     * A quota whose burst is its limit, that never waits, in UTC.
     *
     * @param limit units per window, at least 1
     * @param window 1 µs to 366 days, counted in whole microseconds
     * @return the quota
     * @throws InvalidConfigurationException if a value is out of range
     */
    public static Quota of(long limit, Duration window) {
        return new Quota(limit, window, limit, Duration.ZERO, ZoneOffset.UTC);
    }

    /**
     * The same with another capacity.
     *
     * @param burst units that may be taken at once, at least 1
     * @return the quota
     */
    public Quota withBurst(long burst) {
        return new Quota(limit, window, burst, maxWait, zone);
    }

    /**
     * The same with another patience.
     *
     * @param maxWait zero to one day, or {@link #UNLIMITED_WAIT}
     * @return the quota
     */
    public Quota withMaxWait(Duration maxWait) {
        return new Quota(limit, window, burst, maxWait, zone);
    }

    /**
     * The same with days of another zone.
     *
     * @param zone where windows of whole days begin at midnight
     * @return the quota
     */
    public Quota withZone(ZoneId zone) {
        return new Quota(limit, window, burst, maxWait, zone);
    }

    /**
     * What is left for one of several that share this quota.
     *
     * @param parts how many share it, at least 1
     * @return limit and burst divided and rounded down, but at least 1; all else the same
     */
    public Quota dividedBy(long parts) {
        return new Quota(Math.max(1, limit / parts), window, Math.max(1, burst / parts), maxWait, zone);
    }

    /**
     * A share of it, as is left under load.
     *
     * @param share more than 0, at most 1
     * @param least units that there must be room for whatever the share, at least 1
     * @return limit and burst multiplied and rounded down, but at least {@code least}, or what they were if that is less;
     *     all else the same
     */
    public Quota scaledBy(double share, long least) {
        return new Quota(scaled(limit, share, least), window, scaled(burst, share, least), maxWait, zone);
    }

    private static long scaled(long units, double share, long least) {
        return Math.min(units, Math.max(least, (long) (units * share)));
    }

    /**
     * Units per window.
     *
     * @return at least 1
     */
    public long limit() {
        return limit;
    }

    /**
     * Length of the window.
     *
     * @return 1 µs to 366 days
     */
    public Duration window() {
        return window;
    }

    /**
     * Units that may be taken at once from a full token bucket.
     *
     * @return at least 1
     */
    public long burst() {
        return burst;
    }

    /**
     * How long a leaky bucket may hold a caller.
     *
     * @return zero or more, or {@link #UNLIMITED_WAIT}
     */
    public Duration maxWait() {
        return maxWait;
    }

    /**
     * Zone whose midnight begins fixed windows of whole days.
     *
     * @return the zone, UTC unless set
     */
    public ZoneId zone() {
        return zone;
    }

    /**
     * {@link #window()} in microseconds.
     *
     * @return at least 1
     */
    public long windowMicros() {
        return windowMicros;
    }

    /**
     * Time that one unit stands for in the bucket algorithms: {@code ceil(window / limit)} whole microseconds, rounded
     * up so that no more than the limit is ever admitted.
     *
     * @return microseconds, at least 1
     */
    public long incrementMicros() {
        return incrementMicros;
    }

    /**
     * {@link #maxWait()} in microseconds.
     *
     * @return zero or more; {@link Long#MAX_VALUE} for {@link #UNLIMITED_WAIT}
     */
    public long maxWaitMicros() {
        return maxWaitMicros;
    }

    /**
     * Share of the rate that {@link #incrementMicros()} loses by rounding up.
     *
     * @return 0.001 for 0.1%
     */
    public double roundingLoss() {
        return 1 - (double) windowMicros / ((double) incrementMicros * limit);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quota that
                && limit == that.limit
                && burst == that.burst
                && window.equals(that.window)
                && maxWait.equals(that.maxWait)
                && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return Objects.hash(limit, window, burst, maxWait, zone);
    }

    @Override
    public String toString() {
        return limit + " per " + window + (burst == limit ? "" : " burst " + burst)
                + (maxWait.isZero() ? "" : " waiting up to " + maxWait);
    }
}
