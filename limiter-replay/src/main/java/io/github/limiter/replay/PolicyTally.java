package io.github.limiter.replay;

import io.github.limiter.algorithm.Counter;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Subject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one policy did, and what it would do with half, twice and four times its limit to the same requests, each counted by
 * its algorithm itself. Subjects are bounded: the least recently seen go first.
 */
final class PolicyTally {

    /** Of the limit. */
    static final double[] FACTORS = {0.5, 1, 2, 4};

    private static final int SUBJECTS = 100_000;
    private static final int PEAKS = 100_000;

    /** Of a window, to find its busiest place, wherever that begins, within one of them. */
    private static final int PARTS = 8;

    private final Limit limit;
    private final RateLimitAlgorithm algorithm;
    private final Quota[] quotas = new Quota[FACTORS.length];
    private final long[] refused = new long[FACTORS.length];
    private final long[] refusedUnsuspicious = new long[FACTORS.length];
    private long requests;
    private long requestsUnsuspicious;
    private long limited;
    private final int[] peaks = new int[PEAKS + 1];
    private final Map<Subject, Watched> subjects = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Subject, Watched> eldest) {
            if (size() <= SUBJECTS) {
                return false;
            }
            settle(eldest.getValue());
            return true;
        }
    };

    /** One subject: four counts, and the most that it sent within one window. */
    private static final class Watched {

        private final Counter[] counters = new Counter[FACTORS.length];
        private final int[] refused = new int[FACTORS.length];
        private final AddressTally address;
        private int requests;
        private final int[] parts = new int[PARTS + 1];
        private long part;
        private int recent;
        private int peak;

        private Watched(RateLimitAlgorithm algorithm, AddressTally address) {
            Arrays.setAll(counters, i -> algorithm.newCounter());
            this.address = address;
        }
    }

    PolicyTally(Limit limit, RateLimitAlgorithm algorithm) {
        this.limit = limit;
        this.algorithm = algorithm;
        Quota own = limit.policy().quota();
        for (int i = 0; i < FACTORS.length; i++) {
            quotas[i] = Quota.of(scaled(own.limit(), FACTORS[i]), own.window())
                    .withBurst(scaled(own.burst(), FACTORS[i]))
                    .withMaxWait(own.maxWait())
                    .withZone(own.zone());
        }
    }

    private static long scaled(long number, double factor) {
        return Math.max(1, Math.round(number * factor));
    }

    void add(Subject subject, AddressTally address, long cost, long now) {
        requests++;
        Watched watched = subjects.get(subject);
        if (watched == null) {
            watched = new Watched(algorithm, address);
            subjects.put(subject, watched);
        }
        watched.requests++;
        for (int i = 0; i < FACTORS.length; i++) {
            Counter counter = watched.counters[i];
            if (cost > algorithm.capacity(quotas[i]) || counter.retryAfter(quotas[i], cost, now) > 0) {
                refused[i]++;
                watched.refused[i]++;
            } else {
                counter.take(quotas[i], cost, now);
            }
        }
        measure(watched, now / Math.max(1, limit.policy().quota().windowMicros() / PARTS));
    }

    /** The last nine eighths of a window hold it wherever it begins, and hardly more. */
    private static void measure(Watched watched, long part) {
        long passed = Math.min(PARTS + 1, part - watched.part);
        for (long i = 1; i <= passed; i++) {
            int gone = (int) Math.floorMod(watched.part + i, PARTS + 1L);
            watched.recent -= watched.parts[gone];
            watched.parts[gone] = 0;
        }
        watched.part = Math.max(watched.part, part);
        watched.parts[(int) Math.floorMod(watched.part, PARTS + 1L)]++;
        watched.recent++;
        watched.peak = Math.max(watched.peak, watched.recent);
    }

    void limited() {
        limited++;
    }

    private void settle(Watched watched) {
        if (!watched.address.isSuspicious() && !watched.address.goodBot()) {
            peaks[Math.min(PEAKS, watched.peak)]++;
            requestsUnsuspicious += watched.requests;
            for (int i = 0; i < FACTORS.length; i++) {
                refusedUnsuspicious[i] += watched.refused[i];
            }
        }
    }

    /** Everything was played. */
    void end() {
        subjects.values().forEach(this::settle);
        subjects.clear();
    }

    RatePolicy policy() {
        return limit.policy();
    }

    long requests() {
        return requests;
    }

    long limitedRequests() {
        return limited;
    }

    /** Share of the requests that each factor would have refused. */
    double share(int factor) {
        return requests == 0 ? 0 : (double) refused[factor] / requests;
    }

    /** The same share, of those alone who are under no suspicion: whom a limit should not hurt. */
    double shareOfUnsuspicious(int factor) {
        return requestsUnsuspicious == 0 ? 0 : (double) refusedUnsuspicious[factor] / requestsUnsuspicious;
    }

    /**
     * A limit that spares 999 of 1,000 subjects who are under no suspicion, with half as much again in hand, in a number
     * that people like; 0 if there were none.
     */
    long suggested() {
        long all = Arrays.stream(peaks).asLongStream().sum();
        if (all == 0) {
            return 0;
        }
        long left = all - Math.max(0, all / 1_000);
        int peak = 0;
        while (peak < PEAKS && left > peaks[peak]) {
            left -= peaks[peak];
            peak++;
        }
        return round(Math.max(1, peak) * 3L / 2 + 1);
    }

    private static long round(long number) {
        long step = 1;
        while (number / step >= 50) {
            step *= step == 1 || Long.toString(step).startsWith("1") ? 5 : 2;
        }
        return (number + step - 1) / step * step;
    }
}
