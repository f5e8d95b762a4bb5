package io.github.limiter.spring.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often those who are banned may give wrong credentials where a ban leaves a path open: whoever is banned by mistake
 * is to log in there and lift it, and nobody is to guess passwords for as long as he is banned. Counted on this node, by
 * address, without a call of the store: banned callers cost it nothing. Bounded. Thread-safe.
 */
public final class BannedLogins {

    /** Fewer than a free address has, ten in five minutes. */
    static final int ATTEMPTS = 5;

    /** How long the last wrong one is remembered, and with it those before. */
    static final Duration MEMORY = Duration.ofMinutes(15);

    /** So many addresses are remembered; while there is no room, no other banned one is let try. */
    static final int MAX_ADDRESSES = 10_000;

    private static final long MEMORY_MICROS = MEMORY.toMillis() * 1_000;

    private final TimeSource time;
    private final DimensionResolver addresses;

    /** Those who have tried last are at the end. */
    private final Map<Subject, Tries> byAddress = new LinkedHashMap<>();

    /**
     * Nobody has tried yet.
     *
     * @param time tells when attempts are forgotten
     * @param dimensions by what addresses are known
     */
    public BannedLogins(TimeSource time, DimensionRegistry dimensions) {
        this.time = time;
        this.addresses = dimensions.get(Dimensions.IP);
    }

    /** What one address has tried. */
    private static final class Tries {

        private int failed;
        private int open;
        private long last;

        boolean isOver(long now) {
            return open == 0 && now - last >= MEMORY_MICROS;
        }
    }

    /**
     * Begins an attempt. Those that have not ended count as if they failed, so that many at once are no more than few.
     *
     * @param caller who is banned
     * @return as whom; to be {@linkplain #end ended}; null if he may not try now
     */
    @Nullable
    Subject begin(Caller caller) {
        Subject address = addresses.resolve(caller, "logins of the banned");
        return address != null && begin(address, time.micros()) ? address : null;
    }

    private synchronized boolean begin(Subject address, long now) {
        Tries tries = byAddress.get(address);
        if (tries == null) {
            if (byAddress.size() >= MAX_ADDRESSES && !forgetEldest(now)) {
                return false;
            }
            tries = new Tries();
            byAddress.put(address, tries);
        } else if (tries.failed > 0 && now - tries.last >= MEMORY_MICROS) {
            tries.failed = 0;
        }
        if (tries.failed + tries.open >= ATTEMPTS) {
            return false;
        }
        tries.open++;
        return true;
    }

    private boolean forgetEldest(long now) {
        Iterator<Tries> eldest = byAddress.values().iterator();
        boolean over = eldest.next().isOver(now);
        if (over) {
            eldest.remove();
        }
        return over;
    }

    /**
     * Ends an attempt.
     *
     * @param address as whom it was begun
     * @param failed whether the credentials were wrong
     */
    synchronized void end(Subject address, boolean failed) {
        Tries tries = byAddress.get(address);
        if (tries == null) {
            return;
        }
        tries.open--;
        if (failed) {
            tries.failed++;
            tries.last = time.micros();
            byAddress.remove(address);
            byAddress.put(address, tries);
        } else if (tries.failed == 0 && tries.open == 0) {
            byAddress.remove(address);
        }
    }

    /** How many addresses are remembered: for tests. */
    synchronized int size() {
        return byAddress.size();
    }
}
