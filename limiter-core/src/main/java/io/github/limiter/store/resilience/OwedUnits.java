package io.github.limiter.store.resilience;

import io.github.limiter.store.LimitResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What calls were lent, and the store has not confirmed to have back. Bounded: the eldest are given up first, which then
 * end by themselves. Some at a time go back. Thread-safe.
 */
final class OwedUnits {

    private static final Logger log = LoggerFactory.getLogger(OwedUnits.class);

    /** As many take the server a quarter of a millisecond. */
    static final int TOGETHER = 32;

    private final Deque<LimitResult> owed = new ArrayDeque<>();
    private final int max;
    private List<LimitResult> underWay = List.of();

    OwedUnits(int max) {
        this.max = max;
    }

    synchronized void add(List<LimitResult> lent) {
        owed.addAll(lent);
        giveUpEldest();
    }

    synchronized boolean isEmpty() {
        return owed.isEmpty() && underWay.isEmpty();
    }

    /** The eldest, which are under way from now on; none if others are. */
    synchronized List<LimitResult> next() {
        if (!underWay.isEmpty()) {
            return List.of();
        }
        List<LimitResult> next = new ArrayList<>(Math.min(TOGETHER, owed.size()));
        while (next.size() < TOGETHER && !owed.isEmpty()) {
            next.add(owed.removeFirst());
        }
        underWay = next;
        return next;
    }

    synchronized void arrived() {
        underWay = List.of();
    }

    /** Nobody knows whether those that were under way have arrived. */
    synchronized void lost() {
        for (int i = underWay.size() - 1; i >= 0; i--) {
            owed.addFirst(underWay.get(i));
        }
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
