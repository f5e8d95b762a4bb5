package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.CONCURRENCY;
import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;

import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * An algorithm said in the plainest way: when does it admit, what does it note. All times that are answered are found by
 * trying.
 */
abstract class ModelCount {

    abstract String algorithm();

    /** Whether a call at that time is admitted if nobody calls before. */
    abstract boolean admits(Quota quota, long cost, long at);

    abstract long take(Quota quota, long cost, long now);

    abstract void giveBack(Quota quota, long cost, long departure, long now);

    abstract ModelCount copy();

    /** What a call does to the count whatever becomes of it: nothing, but to a token bucket. */
    void settle(Quota quota, long now) {}

    static ModelCount of(String algorithm) {
        return switch (algorithm) {
            case FIXED_WINDOW -> new Fixed();
            case SLIDING_WINDOW -> new Sliding();
            case TOKEN_BUCKET -> new Token();
            case LEAKY_BUCKET -> new Leaky();
            case CONCURRENCY -> new Leases();
            default -> throw new IllegalArgumentException(algorithm);
        };
    }

    final long retryAfter(Quota quota, long cost, long now) {
        return firstFrom(now, at -> admits(quota, cost, at)) - now;
    }

    /** Calls that pass one after the other. */
    long available(Quota quota, long at) {
        ModelCount tried = copy();
        long passed = 0;
        while (tried.admits(quota, 1, at)) {
            tried.take(quota, 1, at);
            passed++;
        }
        return passed;
    }

    long resetAfter(Quota quota, long now) {
        long available = available(quota, now);
        return Math.max(0, firstFrom(now, at -> available(quota, at) > available) - now);
    }

    /** The first time at which it holds, if it goes on holding then; -1 for never. */
    static long firstFrom(long now, LongPredicate holds) {
        if (holds.test(now)) {
            return now;
        }
        long no = now;
        long yes = now + Duration.ofDays(4_000).toNanos() / 1_000;
        if (!holds.test(yes)) {
            return -1;
        }
        while (yes - no > 1) {
            long middle = (no + yes) >>> 1;
            if (holds.test(middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return yes;
    }

    /** A note on the window of the day or time, and a tally. */
    private static final class Fixed extends ModelCount {

        private record Window(Duration length, ZoneId zone, long number) {}

        private Window window;
        private long tally;

        @Override
        String algorithm() {
            return FIXED_WINDOW;
        }

        private static Window windowOf(Quota quota, long at) {
            long days = quota.window().toDays();
            boolean wholeDays = days > 0 && quota.window().equals(Duration.ofDays(days));
            long number = wholeDays ? dayOf(quota, at) / days : at / quota.windowMicros();
            return new Window(quota.window(), quota.zone(), number);
        }

        private static long dayOf(Quota quota, long at) {
            Instant instant = Instant.EPOCH.plus(at, ChronoUnit.MICROS);
            return instant.atZone(quota.zone()).toLocalDate().toEpochDay();
        }

        @Override
        boolean admits(Quota quota, long cost, long at) {
            return (windowOf(quota, at).equals(window) ? tally : 0) + cost <= quota.limit();
        }

        @Override
        long take(Quota quota, long cost, long now) {
            if (!windowOf(quota, now).equals(window)) {
                window = windowOf(quota, now);
                tally = 0;
            }
            tally += cost;
            return now;
        }

        @Override
        void giveBack(Quota quota, long cost, long departure, long now) {
            if (windowOf(quota, departure).equals(window)) {
                tally = Math.max(0, tally - cost);
            }
        }

        /** Always the end of the window. */
        @Override
        long resetAfter(Quota quota, long now) {
            return firstFrom(now, at -> !windowOf(quota, at).equals(windowOf(quota, now))) - now;
        }

        @Override
        ModelCount copy() {
            Fixed copy = new Fixed();
            copy.window = window;
            copy.tally = tally;
            return copy;
        }
    }

    /** A list of when each unit was taken. */
    private static final class Sliding extends ModelCount {

        private final List<Long> stamps = new ArrayList<>();

        @Override
        String algorithm() {
            return SLIDING_WINDOW;
        }

        @Override
        boolean admits(Quota quota, long cost, long at) {
            return stamps.stream()
                                    .filter(stamp -> stamp > at - quota.windowMicros())
                                    .count()
                            + cost
                    <= quota.limit();
        }

        @Override
        long take(Quota quota, long cost, long now) {
            stamps.removeIf(stamp -> stamp <= now - quota.windowMicros());
            for (long unit = 0; unit < cost; unit++) {
                stamps.add(now);
            }
            return now;
        }

        @Override
        void giveBack(Quota quota, long cost, long departure, long now) {
            for (long unit = 0; unit < cost; unit++) {
                stamps.remove((Long) departure);
            }
        }

        @Override
        ModelCount copy() {
            Sliding copy = new Sliding();
            copy.stamps.addAll(stamps);
            return copy;
        }
    }

    /** How much time of refilling is missing, and since when that is known. */
    private static final class Token extends ModelCount {

        private long missing;
        private long since;

        @Override
        String algorithm() {
            return TOKEN_BUCKET;
        }

        private long missingAt(long at) {
            return Math.max(0, missing - (at - since));
        }

        private void note(long missingNow, long now) {
            missing = missingNow;
            since = now;
        }

        @Override
        void settle(Quota quota, long now) {
            note(Math.min(missingAt(now), quota.burst() * quota.incrementMicros()), now);
        }

        @Override
        boolean admits(Quota quota, long cost, long at) {
            long room = quota.burst() * quota.incrementMicros() - missingAt(at);
            return cost * quota.incrementMicros() <= room;
        }

        @Override
        long take(Quota quota, long cost, long now) {
            note(missingAt(now) + cost * quota.incrementMicros(), now);
            return now;
        }

        @Override
        void giveBack(Quota quota, long cost, long departure, long now) {
            long notYetRefilled = Math.max(0, cost * quota.incrementMicros() - (now - departure));
            note(Math.max(0, missingAt(now) - notYetRefilled), now);
        }

        @Override
        ModelCount copy() {
            Token copy = new Token();
            copy.note(missing, since);
            return copy;
        }
    }

    /** A list of who holds how much until when. */
    private static final class Leases extends ModelCount {

        private record Lease(long units, long until) {}

        private final List<Lease> leases = new ArrayList<>();

        @Override
        String algorithm() {
            return CONCURRENCY;
        }

        @Override
        boolean admits(Quota quota, long cost, long at) {
            long held = leases.stream()
                    .filter(lease -> lease.until > at)
                    .mapToLong(Lease::units)
                    .sum();
            return held + cost <= quota.limit();
        }

        @Override
        long take(Quota quota, long cost, long now) {
            leases.add(new Lease(cost, now + quota.windowMicros()));
            return now;
        }

        @Override
        void giveBack(Quota quota, long cost, long departure, long now) {
            leases.remove(new Lease(cost, departure + quota.windowMicros()));
        }

        @Override
        ModelCount copy() {
            Leases copy = new Leases();
            copy.leases.addAll(leases);
            return copy;
        }
    }

    /** Who departs when, and from when on the next may. */
    private static final class Leaky extends ModelCount {

        private record Reservation(long departure, long next) {}

        private final Deque<Reservation> queue = new ArrayDeque<>();

        @Override
        String algorithm() {
            return LEAKY_BUCKET;
        }

        private long departureAt(long at) {
            return queue.isEmpty() ? at : Math.max(at, queue.getLast().next);
        }

        @Override
        boolean admits(Quota quota, long cost, long at) {
            return quota.maxWait().equals(Quota.UNLIMITED_WAIT) || departureAt(at) - at <= quota.maxWaitMicros();
        }

        @Override
        long available(Quota quota, long at) {
            return quota.maxWait().equals(Quota.UNLIMITED_WAIT) ? quota.limit() : super.available(quota, at);
        }

        @Override
        long take(Quota quota, long cost, long now) {
            queue.add(new Reservation(departureAt(now), departureAt(now) + cost * quota.incrementMicros()));
            while (queue.size() > 20) {
                queue.removeFirst();
            }
            return queue.getLast().departure;
        }

        @Override
        void giveBack(Quota quota, long cost, long departure, long now) {
            if (!queue.isEmpty() && queue.getLast().departure == departure) {
                queue.removeLast();
            }
        }

        @Override
        ModelCount copy() {
            Leaky copy = new Leaky();
            copy.queue.addAll(queue);
            return copy;
        }
    }
}
