package io.github.limiter.ban;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many bans may hit logged-in users on this node: a share of those that it has seen in the last ten minutes or so, a
 * few in any case. A rule that hits more of them than that is wrong about people. Users are counted by their hashes in a
 * bitmap (linear counting: Whang, Vander-Zanden, Taylor, 1990). Thread-safe, bounded.
 */
final class BanBudget {

    private static final long WINDOW_MICROS = TimeUnit.MINUTES.toMicros(10);
    private static final int FEW = 5;
    private static final int WORDS = 1 << 10;
    private static final int BITS = WORDS * Long.SIZE;

    private final double share;
    private final AtomicInteger hits = new AtomicInteger();
    private volatile Window window;
    private volatile double seenBefore;

    /** The users of one window. */
    private record Window(long end, AtomicLongArray bits, AtomicInteger set) {

        Window(long end) {
            this(end, new AtomicLongArray(WORDS), new AtomicInteger());
        }

        void add(String user) {
            int bit = user.hashCode() * 0x9E3779B9 >>> 16;
            long mask = 1L << bit;
            if ((bits.get(bit >>> 6) & mask) == 0
                    && (bits.getAndAccumulate(bit >>> 6, mask, (word, one) -> word | one) & mask) == 0) {
                set.incrementAndGet();
            }
        }

        double users() {
            int free = Math.max(1, BITS - set.get());
            return BITS * Math.log((double) BITS / free);
        }
    }

    /** A share of 0 bans without a budget. */
    BanBudget(double share, long now) {
        this.share = share;
        this.window = new Window(now + WINDOW_MICROS);
    }

    void seen(String user, long now) {
        current(now).add(user);
    }

    /** A ban has hit a logged-in user; true if it was the last one that may. */
    boolean hit(long now) {
        current(now);
        hits.incrementAndGet();
        return isSpent(now);
    }

    boolean isSpent(long now) {
        if (share == 0 || hits.get() < FEW) {
            return false;
        }
        double users = current(now).users();
        return hits.get() >= Math.max(FEW, share * Math.max(seenBefore, users));
    }

    private Window current(long now) {
        Window current = window;
        return now < current.end ? current : next(now);
    }

    private synchronized Window next(long now) {
        Window current = window;
        if (now < current.end) {
            return current;
        }
        seenBefore = now - current.end < WINDOW_MICROS ? current.users() : 0;
        hits.set(0);
        Window begun = new Window(now + WINDOW_MICROS);
        window = begun;
        return begun;
    }
}
