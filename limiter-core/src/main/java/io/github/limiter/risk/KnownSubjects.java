package io.github.limiter.risk;

import io.github.limiter.risk.Layout.Place;
import io.github.limiter.store.CounterKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of the memory store: a lock and the subjects under it, the least recently seen first. */
final class KnownSubjects {

    private final Map<CounterKey, Known> known = new LinkedHashMap<>(16, 0.75f, true);
    private final int bound;

    KnownSubjects(int bound) {
        this.bound = bound;
    }

    synchronized long[] observe(CounterKey key, Observation observation, long now) {
        Layout layout = observation.layout();
        Known found = known.get(key);
        if (found == null || found.layout != layout) {
            // Without an input there is nothing to remember.
            found = new Known(layout);
            if (!observation.isEmpty()) {
                keep(key, found);
            }
        }
        List<Place> places = layout.places();
        long[] values = new long[places.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = found.step(places.get(i), observation.input(i), observation.more(i), now);
        }
        return values;
    }

    private void keep(CounterKey key, Known fresh) {
        known.put(key, fresh);
        if (known.size() > bound) {
            var eldest = known.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    synchronized void forget(CounterKey key) {
        known.remove(key);
    }

    synchronized int size() {
        return known.size();
    }

    /** The state of one subject in one scene. */
    private static final class Known {

        private final Layout layout;
        private final long[] words;
        private final @Nullable LongSet[] sets;

        Known(Layout layout) {
            this.layout = layout;
            this.words = new long[layout.words()];
            this.sets = new @Nullable LongSet[layout.sets()];
        }

        long step(Place place, long input, long more, long now) {
            Gauge gauge = place.gauge();
            if (!gauge.keepsSet()) {
                return gauge.step(words, place.at(), input, more, now);
            }
            LongSet seen = sets[place.set()];
            if (seen == null) {
                if (input == Gauge.NONE) {
                    return 0;
                }
                seen = new LongSet();
                sets[place.set()] = seen;
            }
            return gauge.step(words, place.at(), seen, input, now);
        }
    }
}
