package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.RecordingStore.Decided;
import io.github.limiter.store.RecordingStore.GaveBack;
import io.github.limiter.store.RecordingStore.Step;
import io.github.limiter.time.ManualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Retry-After is no guess: whenever a limit had no room and said so for r microseconds, the same call finds none at
 * r - 1 and finds it at r, if nobody else calls. For each such answer the recording is played again up to it, on keys of
 * its own; then the call is repeated at these two times.
 */
final class RetryAfterCheck {

    private final List<Step> steps;
    private final SortedMap<Long, List<Runnable>> agenda = new TreeMap<>();
    private int plays;

    RetryAfterCheck(List<Step> steps) {
        this.steps = steps;
    }

    /** Plays on a store whose clock may be moved at will. */
    void verify(LimiterStore store, ManualTime time) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Decided decided) {
                for (int limit = 0; limit < decided.results().size(); limit++) {
                    if (!decided.results().get(limit).allowed()) {
                        schedule(new Play(store, plays++), i, limit);
                    }
                }
            }
        }
        agenda.forEach((at, actions) -> {
            time.moveTo(at);
            actions.forEach(Runnable::run);
        });
    }

    private void schedule(Play play, int last, int limit) {
        for (int i = 0; i <= last; i++) {
            int step = i;
            at(steps.get(i).at(), () -> play.repeat(step));
        }
        LimitResult refused = ((Decided) steps.get(last)).results().get(limit);
        long roomAt = steps.get(last).at() + refused.retryAfter();
        at(roomAt - 1, () -> play.expect(false, refused));
        at(roomAt, () -> play.expect(true, refused));
    }

    private void at(long micros, Runnable action) {
        agenda.computeIfAbsent(micros, at -> new ArrayList<>()).add(action);
    }

    /** The recording once more, on its own keys. */
    private final class Play {

        private final LimiterStore store;
        private final String suffix;
        private final Map<Integer, List<LimitResult>> results = new HashMap<>();

        Play(LimiterStore store, int number) {
            this.store = store;
            this.suffix = "~" + number;
        }

        void repeat(int step) {
            if (steps.get(step) instanceof Decided decided) {
                results.put(step, decide(decided.checks()));
                assertThat(results.get(step).stream().map(Answer::of))
                        .as("the same again")
                        .containsExactlyElementsOf(
                                decided.results().stream().map(Answer::of).toList());
            } else if (steps.get(step) instanceof GaveBack gaveBack) {
                store.giveBack(results.get(gaveBack.decision()))
                        .toCompletableFuture()
                        .join();
            }
        }

        void expect(boolean room, LimitResult refused) {
            LimitResult again = decide(List.of(refused.check())).get(0);
            assertThat(again.allowed())
                    .as(
                            "%s, %s Retry-After %d µs",
                            Answer.of(refused), room ? "at" : "1 µs before", refused.retryAfter())
                    .isEqualTo(room);
        }

        private List<LimitResult> decide(List<LimitCheck> checks) {
            return store.decide(checks.stream().map(this::onOwnKey).toList())
                    .toCompletableFuture()
                    .join();
        }

        private LimitCheck onOwnKey(LimitCheck check) {
            CounterKey key = check.key();
            return new LimitCheck(
                    check.policy(),
                    new CounterKey(key.subject(), key.scope() + suffix, key.refinement()),
                    check.algorithm(),
                    check.quota(),
                    check.cost());
        }
    }
}
