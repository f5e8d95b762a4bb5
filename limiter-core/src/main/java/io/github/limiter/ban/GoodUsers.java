package io.github.limiter.ban;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Users of an address, and from when on each is a good one. Bounded. Twin of what strike.lua keeps. */
final class GoodUsers {

    private static final long HOUR = Micros.of(Duration.ofHours(1));
    private static final long DAY = Micros.of(Duration.ofDays(1));
    private static final int MOST = 64;

    private final Map<String, Long> goodFrom = new HashMap<>();

    void met(String user, boolean struck, long now) {
        if (struck) {
            goodFrom.put(user, now + DAY);
        } else {
            goodFrom.putIfAbsent(user, now + HOUR);
        }
        if (goodFrom.size() > MOST) {
            goodFrom.entrySet().stream()
                    .max(Comparator.comparing((Map.Entry<String, Long> one) -> one.getValue())
                            .thenComparing(one -> one.getKey()))
                    .ifPresent(last -> goodFrom.remove(last.getKey()));
        }
    }

    boolean areMany(long now) {
        return goodFrom.size() >= BanStore.GOOD_USERS
                && goodFrom.values().stream().filter(from -> from <= now).count() >= BanStore.GOOD_USERS;
    }
}
