package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What all parts of the contract share: a store, its clock, short words for calls; and every Retry-After is checked. */
abstract class StoreSuite {

    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    ManualTime time;
    RecordingStore store;

    /** A store without counts. */
    abstract LimiterStore newStore(ManualTime time);

    @BeforeEach
    void openStore() {
        openStore(new ManualTime(START));
    }

    void openStore(ManualTime time) {
        this.time = time;
        store = new RecordingStore(newStore(time), time::micros);
    }

    @AfterEach
    void everyRetryAfterIsExact() {
        store.close();
        if (!store.steps().isEmpty()) {
            ManualTime again = new ManualTime(store.steps().get(0).at());
            try (LimiterStore fresh = newStore(again)) {
                new RetryAfterCheck(store.steps()).verify(fresh, again);
            }
        }
    }

    /** Advances the clock, {@code 1s-1us}. */
    void pass(String length) {
        time.advanceMicros(Micros.parse(length));
    }

    List<LimitResult> decide(LimitCheck... checks) {
        List<LimitResult> results =
                store.decide(List.of(checks)).toCompletableFuture().join();
        assertThat(results.stream().map(LimitResult::check))
                .as("one result per check")
                .containsExactly(checks);
        return results;
    }

    LimitResult call(TestLimit limit, long cost) {
        return decide(limit.cost(cost)).get(0);
    }

    /** Whether a call of cost 1 passes. */
    boolean passes(TestLimit limit) {
        return call(limit, 1).allowed();
    }

    void giveBack(List<LimitResult> results) {
        store.giveBack(results).toCompletableFuture().join();
    }

    /** Units that pass one by one at this moment: uses the limit up. */
    long drain(TestLimit limit) {
        return Stream.generate(() -> passes(limit)).takeWhile(passed -> passed).count();
    }
}
