package io.github.limiter.store;

import io.github.limiter.algorithm.Counter;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.time.TimeSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts in this JVM, for one node. Bounded, without threads of its own: keys are spread over segments, each a lock with
 * the counts under it (see {@link Segment}). A call on several keys takes the locks of their segments in order, so it is
 * atomic and cannot deadlock.
 */
public final class MemoryStore implements LimiterStore {

    private static final int MAX_SEGMENTS = 64;
    private static final int MIN_KEYS_PER_SEGMENT = 64;
    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final TimeSource time;
    private final StrikeLedger ledger;
    private final KeyHash hashes = new KeyHash();
    private final Segment[] segments;

    /**
     * An empty store that strikes nobody.
     *
     * @param maxKeys counts kept at most; beyond it the least recently used go first, those that refuse last
     * @param time the clock of all decisions
     */
    public MemoryStore(int maxKeys, TimeSource time) {
        this(maxKeys, time, StrikeLedger.NONE);
    }

    /**
     * An empty store.
     *
     * @param maxKeys counts kept at most; beyond it the least recently used go first, those that refuse last
     * @param time the clock of all decisions
     * @param ledger knows of bans, and takes strikes
     */
    public MemoryStore(int maxKeys, TimeSource time, StrikeLedger ledger) {
        if (maxKeys < 1) {
            throw new InvalidConfigurationException(
                    "maxKeys", maxKeys, "is not a positive number of keys", "Set 1 or more, such as 100000");
        }
        this.time = time;
        this.ledger = ledger;
        int count = Math.max(1, Math.min(MAX_SEGMENTS, Integer.highestOneBit(maxKeys / MIN_KEYS_PER_SEGMENT)));
        segments = new Segment[count];
        for (int i = 0; i < count; i++) {
            // The rest of the division goes to the first ones, so that the bounds add up to maxKeys.
            segments[i] = new Segment(maxKeys / count + (i < maxKeys % count ? 1 : 0));
        }
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return CompletableFuture.completedFuture(
                checks.size() == 1 ? List.of(decideOne(checks.get(0))) : decideAll(checks));
    }

    private LimitResult decideOne(LimitCheck check) {
        int hash = hashes.of(check.key());
        Segment segment = segmentOf(hash);
        segment.lock();
        try {
            long now = time.micros();
            Standing ban = banOf(check, now);
            return ban.isBanned()
                    ? LimitResult.banned(check, ban)
                    : struck(new Step(segment, hash, check, now).settle(true, now), now);
        } finally {
            segment.unlock();
        }
    }

    private List<LimitResult> decideAll(List<LimitCheck> checks) {
        int[] codes = new int[checks.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = hashes.of(checks.get(i).key());
        }
        int[] order = lockOrder(codes);
        lock(order);
        try {
            long now = time.micros();
            List<LimitResult> refusal = banned(checks, now);
            if (refusal != null) {
                return refusal;
            }
            Step[] steps = new Step[checks.size()];
            boolean admitted = true;
            for (int i = 0; i < steps.length; i++) {
                LimitCheck check = checks.get(i);
                steps[i] = new Step(segmentOf(codes[i]), codes[i], check, now);
                admitted &= steps[i].retryAfter == 0 || !check.enforced();
            }
            LimitResult[] results = new LimitResult[steps.length];
            // The counts that are there come first: room for a new one must not be made by forgetting one of them.
            settle(steps, true, admitted, now, results);
            settle(steps, false, admitted, now, results);
            strike(results, now);
            return List.of(results);
        } finally {
            unlock(order);
        }
    }

    private Standing banOf(LimitCheck check, long now) {
        return check.rule() == null ? Standing.CLEAR : ledger.ban(check.key().subject(), now);
    }

    private LimitResult struck(LimitResult result, long now) {
        LimitCheck check = result.check();
        BanRule rule = check.rule();
        return rule == null || !result.refuses()
                ? result
                : result.with(ledger.strike(check.key().subject(), rule, null, now));
    }

    /** The answer to a call of which a subject is banned; null if none is. */
    private @Nullable List<LimitResult> banned(List<LimitCheck> checks, long now) {
        LimitResult @Nullable [] results = null;
        for (int i = 0; i < checks.size(); i++) {
            Standing ban = banOf(checks.get(i), now);
            if (ban.isBanned()) {
                results = results == null ? unknown(checks) : results;
                results[i] = LimitResult.banned(checks.get(i), ban);
            }
        }
        return results == null ? null : List.of(results);
    }

    private static LimitResult[] unknown(List<LimitCheck> checks) {
        return checks.stream().map(LimitResult::unknown).toArray(LimitResult[]::new);
    }

    /** Each subject once, whatever number of its limits refuse. */
    private void strike(LimitResult[] results, long now) {
        for (int i = 0; i < results.length; i++) {
            LimitResult result = results[i];
            if (result.check().rule() != null && result.refuses()) {
                LimitResult earlier = earlierOfSubject(results, i);
                results[i] = earlier == null ? struck(result, now) : result.with(earlier.standing());
            }
        }
    }

    private static @Nullable LimitResult earlierOfSubject(LimitResult[] results, int index) {
        for (int i = 0; i < index; i++) {
            LimitResult earlier = results[i];
            if (earlier.check().rule() != null
                    && earlier.refuses()
                    && earlier.check()
                            .key()
                            .subject()
                            .equals(results[index].check().key().subject())) {
                return earlier;
            }
        }
        return null;
    }

    private static void settle(Step[] steps, boolean known, boolean admitted, long now, LimitResult[] results) {
        for (int i = 0; i < steps.length; i++) {
            if (steps[i].known == known) {
                results[i] = steps[i].settle(admitted, now);
            }
        }
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        for (LimitResult result : results) {
            if (result.charged()) {
                LimitCheck check = result.check();
                int hash = hashes.of(check.key());
                Segment segment = segmentOf(hash);
                segment.lock();
                try {
                    Entry entry = segment.find(check.key(), hash);
                    Counter counter = entry == null ? null : entry.counterOf(check.algorithm());
                    if (counter != null) {
                        counter.giveBack(check.quota(), check.cost(), result.departure(), time.micros());
                    }
                } finally {
                    segment.unlock();
                }
            }
        }
        return DONE;
    }

    /**
     * Counts kept at this moment.
     *
     * @return never more than the bound
     */
    public int size() {
        return Arrays.stream(segments).mapToInt(Segment::size).sum();
    }

    private int[] lockOrder(int[] codes) {
        int[] order = new int[codes.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = indexOf(codes[i]);
        }
        Arrays.sort(order);
        return order;
    }

    /** The locks are reentrant: a segment that stands twice in the order is locked and unlocked twice. */
    private void lock(int[] order) {
        for (int index : order) {
            segments[index].lock();
        }
    }

    private void unlock(int[] order) {
        for (int index : order) {
            segments[index].unlock();
        }
    }

    private Segment segmentOf(int hash) {
        return segments[indexOf(hash)];
    }

    /** By the upper half of the hash code; chains go by the lower one. */
    private int indexOf(int hash) {
        return hash >>> 16 & segments.length - 1;
    }

    /** One check on its way through a decision: first looked at, then settled together with the others. */
    private static final class Step {

        private final Segment segment;
        private final int hash;
        private final LimitCheck check;
        private final @Nullable Entry entry;
        private final boolean known;
        private final Counter counter;
        private final long retryAfter;

        Step(Segment segment, int hash, LimitCheck check, long now) {
            this.segment = segment;
            this.hash = hash;
            this.check = check;
            this.entry = segment.find(check.key(), hash);
            Counter found = entry == null ? null : entry.counterOf(check.algorithm());
            this.known = found != null;
            this.counter = found == null ? check.algorithm().newCounter() : found;
            this.retryAfter = counter.retryAfter(check.quota(), check.cost(), now);
        }

        LimitResult settle(boolean admitted, long now) {
            boolean allowed = retryAfter == 0;
            boolean charged = allowed && admitted;
            long departure = now;
            if (charged) {
                departure = counter.take(check.quota(), check.cost(), now);
                segment.charged(entry, check, hash, counter, now);
            } else if (!allowed) {
                segment.refused(entry);
            }
            return new LimitResult(
                    check,
                    allowed,
                    charged,
                    counter.available(check.quota(), now),
                    retryAfter,
                    counter.resetAfter(check.quota(), now),
                    departure - now,
                    departure);
        }
    }
}
