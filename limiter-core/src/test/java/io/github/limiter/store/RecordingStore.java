package io.github.limiter.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** Notes what is asked of a store and what it answers, so that it can be done again. Not thread-safe. */
final class RecordingStore implements LimiterStore {

    /** Something that was asked of the store. */
    sealed interface Step {

        /** When, in microseconds. */
        long at();
    }

    /** A decision. */
    record Decided(long at, List<LimitCheck> checks, List<LimitResult> results) implements Step {}

    /** A give-back of what an earlier decision, the {@code decision}th step, took. */
    record GaveBack(long at, int decision) implements Step {}

    private final LimiterStore store;
    private final LongSupplier now;
    private final List<Step> steps = new ArrayList<>();

    RecordingStore(LimiterStore store, LongSupplier now) {
        this.store = store;
        this.now = now;
    }

    /** The store itself, for calls that are not to be done again. */
    LimiterStore unrecorded() {
        return store;
    }

    List<Step> steps() {
        return Collections.unmodifiableList(steps);
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        List<LimitResult> results = store.decide(checks).toCompletableFuture().join();
        steps.add(new Decided(now.getAsLong(), checks, results));
        return CompletableFuture.completedFuture(results);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        steps.add(new GaveBack(now.getAsLong(), indexOf(results)));
        return store.giveBack(results);
    }

    private int indexOf(List<LimitResult> results) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Decided decided && decided.results() == results) {
                return i;
            }
        }
        throw new AssertionError("given back must be what one decision answered, all of it");
    }

    @Override
    public void close() {
        store.close();
    }
}
