package io.github.limiter.captcha;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values until they expire, at most so many: the eldest make room. Not thread-safe. */
final class Expiring<V> {

    /** What one addition may take out at most; more than one, so that expired ones become fewer. */
    private static final int MAX_SWEPT = 8;

    private final Map<String, Entry<V>> entries = new LinkedHashMap<>();
    private final int bound;

    Expiring(int bound) {
        this.bound = bound;
    }

    /** A value and the time at which it ends, in µs. */
    record Entry<V>(V value, long end) {}

    void put(String key, V value, long end, long now) {
        entries.remove(key);
        entries.put(key, new Entry<>(value, end));
        Iterator<Entry<V>> eldestFirst = entries.values().iterator();
        for (int swept = 0; swept < MAX_SWEPT && eldestFirst.hasNext(); swept++) {
            Entry<V> eldest = eldestFirst.next();
            if (eldest.end > now && entries.size() <= bound) {
                return;
            }
            eldestFirst.remove();
        }
    }

    @Nullable
    Entry<V> get(String key, long now) {
        return unlessOver(entries.get(key), now);
    }

    @Nullable
    Entry<V> remove(String key, long now) {
        return unlessOver(entries.remove(key), now);
    }

    private static <V> @Nullable Entry<V> unlessOver(@Nullable Entry<V> entry, long now) {
        return entry == null || entry.end <= now ? null : entry;
    }

    int size() {
        return entries.size();
    }
}
