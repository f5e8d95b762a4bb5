package io.github.limiter.store.resilience;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimitResult.Basis;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Remembers refusals of a store, so that those who go on knocking cost this node nanoseconds and the store nothing.
 * Thread-safe, lock-free, bounded, without threads.
 *
 * <p><b>What is remembered.</b> Refusals by enforced limits that rest on the shared count; never admissions, shadow, or
 * what a node decided alone. A refusal holds for the same count, algorithm and quota, for the refused cost and above,
 * from before it was asked for until that call could first pass: no longer than the store itself would refuse, unless
 * another node gives back what a call took. Where that is usual, it is held for one second at most: all on a Redis
 * Cluster, and those of a call that has a limit whose waiters may be cancelled (leaky bucket) or that an
 * algorithm of the application's own enforces. Where what was taken is only lent (concurrency) it is held for 20 ms.
 *
 * <p><b>What is answered.</b> A call is refused as soon as one limit is known to refuse it. That limit's result has the
 * units that were left, and the time that is left by now; to a cost above the refused one, it is the least time that
 * can help. The other limits are {@linkplain LimitResult#unknown not looked at}, those in shadow too.
 *
 * <p><b>Who must be counted</b> reaches the store: a call of which a limit satisfies {@code mustReachStore} is never
 * answered here, even if the limit that is known to refuse it is another one. Else an attacker who has used up a limit
 * that all share would hide behind it. While a further refusal by that very limit would be no further strike, which the
 * store has answered, it is answered here all the same. Bans are not remembered here: a refusal for a ban is none by a limit.
 */
public final class DenialCache implements LimiterStore {

    private static final long SHORT_HOLD_NANOS = Duration.ofSeconds(1).toNanos();

    /** What is lent may come back on any node at any moment; so long it is worth sparing the store the question. */
    private static final long LENT_HOLD_NANOS = Duration.ofMillis(20).toNanos();

    /** What these admit is not given back unless another limit of the same call makes it wait. */
    private static final Set<String> FINAL =
            Set.of(Algorithms.FIXED_WINDOW, Algorithms.SLIDING_WINDOW, Algorithms.TOKEN_BUCKET, Algorithms.CONCURRENCY);

    private final LimiterStore store;
    private final Predicate<LimitCheck> mustReachStore;
    private final LongSupplier nanos;
    private final long maxHoldNanos;
    private final DenialTable denials;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    DenialCache(
            LimiterStore store,
            int maxEntries,
            long maxHoldNanos,
            Predicate<LimitCheck> mustReachStore,
            LongSupplier nanos) {
        if (maxEntries < 1) {
            throw new InvalidConfigurationException(
                    "maxEntries", maxEntries, "is not a positive number of refusals", "Set 1 or more, such as 10000");
        }
        this.store = store;
        this.mustReachStore = mustReachStore;
        this.nanos = nanos;
        this.maxHoldNanos = maxHoldNanos;
        this.denials = new DenialTable(maxEntries, nanos.getAsLong());
    }

    /**
     * A cache around a store that decides a call in one step.
     *
     * @param store is asked about everything else
     * @param maxEntries refusals kept at most, about 300 bytes each
     * @param mustReachStore tells the limits whose refusals something counts, such as a strike rule; asked only when a
     *     call is about to be answered here, so it may change its mind
     * @return the cache
     * @throws InvalidConfigurationException if {@code maxEntries} is not positive
     */
    public static DenialCache of(LimiterStore store, int maxEntries, Predicate<LimitCheck> mustReachStore) {
        return new DenialCache(store, maxEntries, Long.MAX_VALUE, mustReachStore, System::nanoTime);
    }

    /**
     * A cache around a store that may give back what it took when a later step refuses, as on a Redis Cluster: nothing
     * is held for longer than a second.
     *
     * @param store is asked about everything else
     * @param maxEntries as in {@link #of}
     * @param mustReachStore as in {@link #of}
     * @return the cache
     * @throws InvalidConfigurationException if {@code maxEntries} is not positive
     */
    public static DenialCache onCluster(LimiterStore store, int maxEntries, Predicate<LimitCheck> mustReachStore) {
        return new DenialCache(store, maxEntries, SHORT_HOLD_NANOS, mustReachStore, System::nanoTime);
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        long now = nanos.getAsLong();
        List<LimitResult> refusal = knownRefusal(checks, now);
        if (refusal != null) {
            hits.increment();
            return CompletableFuture.completedFuture(refusal);
        }
        misses.increment();
        return store.decide(checks).thenApply(results -> remember(results, now));
    }

    private @Nullable List<LimitResult> knownRefusal(List<LimitCheck> checks, long now) {
        @Nullable Denial @Nullable [] known = null;
        for (int i = 0; i < checks.size(); i++) {
            LimitCheck check = checks.get(i);
            Denial denial = check.enforced() ? denials.find(check, now) : null;
            if (denial != null) {
                known = known == null ? new Denial[checks.size()] : known;
                known[i] = denial;
            }
        }
        return known == null || mustReachStore(checks, known, now) ? null : answer(checks, known, now);
    }

    private boolean mustReachStore(List<LimitCheck> checks, @Nullable Denial[] known, long now) {
        for (int i = 0; i < checks.size(); i++) {
            LimitCheck check = checks.get(i);
            Denial denial = known[i];
            boolean quiet = denial != null && denial.quietUntil() - now > 0;
            if (check.enforced() && !quiet && mustReachStore.test(check)) {
                return true;
            }
        }
        return false;
    }

    private static List<LimitResult> answer(List<LimitCheck> checks, @Nullable Denial[] known, long now) {
        LimitResult[] results = new LimitResult[known.length];
        for (int i = 0; i < results.length; i++) {
            LimitCheck check = checks.get(i);
            Denial denial = known[i];
            results[i] = denial == null ? LimitResult.unknown(check) : denial.answer(check, now);
        }
        return List.of(results);
    }

    private List<LimitResult> remember(List<LimitResult> results, long sentAt) {
        for (LimitResult result : results) {
            if (result.refuses() && result.basis() == Basis.STORE && !result.isBanned()) {
                long maxHold = result.check().algorithm().lends() ? LENT_HOLD_NANOS : maxHoldNanosOf(results);
                denials.put(Denial.of(result, sentAt, Math.min(maxHold, maxHoldNanos)), nanos.getAsLong());
            }
        }
        return results;
    }

    private long maxHoldNanosOf(List<LimitResult> results) {
        for (LimitResult result : results) {
            if (!FINAL.contains(result.check().algorithm().name())) {
                return Math.min(maxHoldNanos, SHORT_HOLD_NANOS);
            }
        }
        return maxHoldNanos;
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        return store.giveBack(results).whenComplete((done, failure) -> {
            for (LimitResult result : results) {
                if (result.charged()) {
                    forget(result.check().key().subject());
                }
            }
        });
    }

    /**
     * Drops the refusals of a subject, those still on their way included, because it was pardoned elsewhere. Constant
     * work; may drop some of other subjects.
     *
     * @param subject who was counted
     */
    public void forget(Subject subject) {
        denials.drop(subject, nanos.getAsLong());
    }

    /** Drops all refusals, those still on their way included, because policies changed or messages may have been lost. */
    public void clear() {
        denials.dropAll(nanos.getAsLong());
    }

    /**
     * Calls that were answered here.
     *
     * @return since the start
     */
    public long hits() {
        return hits.sum();
    }

    /**
     * Calls that the store was asked about.
     *
     * @return since the start
     */
    public long misses() {
        return misses.sum();
    }

    /**
     * Refusals held at this moment. Visits all; not for the request path.
     *
     * @return never more than the bound
     */
    public int size() {
        return denials.size(nanos.getAsLong());
    }

    @Override
    public void close() {
        store.close();
    }
}
