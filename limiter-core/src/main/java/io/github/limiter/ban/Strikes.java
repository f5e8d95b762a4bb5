package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strikes by one rule, at most its threshold. Twin of what strike.lua keeps. */
final class Strikes {

    /** A strike; items are compared, strikes without one are unlike any other. */
    private record Strike(long at, @Nullable String item) {}

    private final Deque<Strike> strikes = new ArrayDeque<>();
    private long expiresAt;

    /** Microseconds for which an offence counts for nothing yet. */
    long quiet(BanRule rule, long now) {
        drop(rule, now);
        Strike newest = strikes.peekLast();
        return newest == null ? 0 : Math.max(0, newest.at + Micros.of(rule.spacing()) - now);
    }

    /** Counts one; false if its item is counted already. */
    boolean add(BanRule rule, @Nullable String item, long now) {
        drop(rule, now);
        boolean known = rule.distinct() && item != null && forget(item);
        strikes.addLast(new Strike(now, rule.distinct() ? item : null));
        expiresAt = now + Micros.of(rule.within());
        return !known;
    }

    int count() {
        return strikes.size();
    }

    long expiresAt() {
        return expiresAt;
    }

    /** Those of a clock that was set back since are as if they were of now: nobody pays for it, or profits. */
    private void drop(BanRule rule, long now) {
        Strike newest = strikes.peekLast();
        if (newest != null && newest.at > now) {
            List<Strike> settled = strikes.stream()
                    .map(strike -> new Strike(Math.min(strike.at, now), strike.item))
                    .toList();
            strikes.clear();
            strikes.addAll(settled);
        }
        long begin = now - Micros.of(rule.within());
        while (!strikes.isEmpty() && strikes.getFirst().at <= begin) {
            strikes.removeFirst();
        }
    }

    private boolean forget(String item) {
        for (Iterator<Strike> each = strikes.iterator(); each.hasNext(); ) {
            if (item.equals(each.next().item)) {
                each.remove();
                return true;
            }
        }
        return false;
    }
}
