package io.github.limiter.store.resilience;

import io.github.limiter.store.LimitResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What calls were lent, and the store has not confirmed to have back. Bounded: the eldest are given up first, which then
 * end by themselves, and so are those that have ended. Some at a time go back; those that did not arrive get behind the
 * others. Thread-safe.
 */
final class OwedUnits {

    private static final Logger log = LoggerFactory.getLogger(OwedUnits.class);

    /** As many take the server a quarter of a millisecond. */
    static final int TOGETHER = 32;

    private final Deque<Owed> owed = new ArrayDeque<>();
    private final int max;
    private List<Owed> underWay = List.of();

    /** With the nanosecond from which it has ended anyway. */
    private record Owed(LimitResult lent, long ends) {

        static Owed since(LimitResult lent, long nanos) {
            return new Owed(
                    lent,
                    nanos + TimeUnit.MICROSECONDS.toNanos(lent.check().quota().windowMicros()));
        }
    }

    OwedUnits(int max) {
        this.max = max;
    }

    synchronized void add(List<LimitResult> lent, long nanos) {
        lent.forEach(result -> owed.add(Owed.since(result, nanos)));
        giveUpEldest();
    }

    synchronized boolean isEmpty() {
        return owed.isEmpty() && underWay.isEmpty();
    }

    /** The next ones, which are under way from now on; none if others are. */
    synchronized List<LimitResult> next(long nanos) {
        if (!underWay.isEmpty()) {
            return List.of();
        }
        List<Owed> next = new ArrayList<>(Math.min(TOGETHER, owed.size()));
        while (next.size() < TOGETHER && !owed.isEmpty()) {
            Owed first = owed.removeFirst();
            if (nanos - first.ends < 0) {
                next.add(first);
            }
        }
        underWay = next;
        return next.stream().map(Owed::lent).toList();
    }

    synchronized void arrived() {
        underWay = List.of();
    }

    /** Nobody knows whether those that were under way have arrived. */
    synchronized void lost() {
        owed.addAll(underWay);
        underWay = List.of();
        giveUpEldest();
    }

    private void giveUpEldest() {
        if (owed.size() > max) {
            log.debug("More is lent than can be given back later: {} of it end by themselves", owed.size() - max);
            while (owed.size() > max) {
                owed.removeFirst();
            }
        }
    }
}
