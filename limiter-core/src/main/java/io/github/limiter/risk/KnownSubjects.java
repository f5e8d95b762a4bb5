package io.github.limiter.risk;

import io.github.limiter.risk.Layout.Place;
import io.github.limiter.store.CounterKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory store: a lock and the subjects under it. Who is new is kept among the newest, a fifth of all; who
 * leaves them stays only if seen more often than whom it would push out. So any number of addresses that come once push out
 * each other, and nobody who keeps coming.
 */
final class KnownSubjects {

    private static final int NEWEST = 5;

    private final Map<CounterKey, Known> newest = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<CounterKey, Known> proven = new LinkedHashMap<>(16, 0.75f, true);
    private final Frequencies frequencies;
    private final int newestBound;
    private final int provenBound;

    KnownSubjects(int bound) {
        newestBound = Math.max(1, bound / NEWEST);
        provenBound = bound - newestBound;
        frequencies = new Frequencies(bound);
    }

    synchronized long[] observe(CounterKey key, Observation observation, long now) {
        Layout layout = observation.layout();
        if (!observation.isEmpty()) {
            frequencies.add(key);
        }
        Known found = find(key);
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

    private @Nullable Known find(CounterKey key) {
        Known found = proven.get(key);
        return found == null ? newest.get(key) : found;
    }

    private void keep(CounterKey key, Known fresh) {
        if (proven.replace(key, fresh) != null) {
            return;
        }
        newest.put(key, fresh);
        if (newest.size() > newestBound) {
            prove(removeEldest(newest));
        }
    }

    private void prove(Map.Entry<CounterKey, Known> leaving) {
        if (proven.size() < provenBound) {
            proven.put(leaving.getKey(), leaving.getValue());
        } else if (provenBound > 0) {
            CounterKey eldest = proven.keySet().iterator().next();
            if (frequencies.of(leaving.getKey()) > frequencies.of(eldest)) {
                proven.remove(eldest);
                proven.put(leaving.getKey(), leaving.getValue());
            }
        }
    }

    private static Map.Entry<CounterKey, Known> removeEldest(Map<CounterKey, Known> from) {
        var entries = from.entrySet().iterator();
        Map.Entry<CounterKey, Known> eldest = Map.Entry.copyOf(entries.next());
        entries.remove();
        return eldest;
    }

    synchronized void forget(CounterKey key) {
        newest.remove(key);
        proven.remove(key);
    }

    synchronized int size() {
        return newest.size() + proven.size();
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
