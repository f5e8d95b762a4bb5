package io.github.limiter.store.resilience;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A store at the other end of a wire: answers as told, at once or when the test says so. */
final class FakeStore implements LimiterStore {

    final List<List<LimitCheck>> asked = Collections.synchronizedList(new ArrayList<>());
    final List<List<LimitResult>> givenBack = Collections.synchronizedList(new ArrayList<>());
    private final Deque<CompletableFuture<List<LimitResult>>> open = new ArrayDeque<>();
    private volatile Function<List<LimitCheck>, CompletionStage<List<LimitResult>>> behaviour = this::admitted;
    private volatile CompletionStage<Void> takesBack = CompletableFuture.completedFuture(null);
    boolean closed;

    void admits() {
        behaviour = this::admitted;
    }

    void answers(Function<LimitCheck, LimitResult> answer) {
        behaviour = checks -> CompletableFuture.completedFuture(results(checks, answer));
    }

    /** Refuses everything; two units are left, and more in half the time. */
    void refuses(long retryAfter) {
        answers(check -> refusal(check, retryAfter));
    }

    void fails(RuntimeException failure) {
        behaviour = checks -> CompletableFuture.failedFuture(failure);
    }

    void throwsAtOnce(RuntimeException failure) {
        behaviour = checks -> {
            throw failure;
        };
    }

    void isSilent() {
        behaviour = checks -> {
            CompletableFuture<List<LimitResult>> answer = new CompletableFuture<>();
            synchronized (open) {
                open.add(answer);
            }
            // A stage of its own, as a client's would be: cancelling it does not stop the answer from coming.
            return answer.thenApply(results -> results);
        };
    }

    void replies(CompletionStage<List<LimitResult>> reply) {
        behaviour = checks -> reply;
    }

    void takesNothingBack() {
        takesBack = new CompletableFuture<>();
    }

    void failsToTakeBack(RuntimeException failure) {
        takesBack = CompletableFuture.failedFuture(failure);
    }

    void takesBackAgain() {
        takesBack = CompletableFuture.completedFuture(null);
    }

    /** Calls that are not answered. */
    int open() {
        synchronized (open) {
            return open.size();
        }
    }

    /** Answers the oldest call that is still open. */
    void answerNow(LimitResult... results) {
        CompletableFuture<List<LimitResult>> answer;
        synchronized (open) {
            answer = open.remove();
        }
        answer.complete(List.of(results));
    }

    static LimitResult admission(LimitCheck check) {
        return new LimitResult(check, true, true, 3, 0, 6_000_000, 0, 0);
    }

    static LimitResult refusal(LimitCheck check, long retryAfter) {
        return new LimitResult(check, false, false, 2, retryAfter, retryAfter / 2, 0, 0);
    }

    int calls() {
        return asked.size();
    }

    private CompletionStage<List<LimitResult>> admitted(List<LimitCheck> checks) {
        return CompletableFuture.completedFuture(results(checks, FakeStore::admission));
    }

    private static List<LimitResult> results(List<LimitCheck> checks, Function<LimitCheck, LimitResult> answer) {
        return checks.stream().map(answer).toList();
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        asked.add(checks);
        return behaviour.apply(checks);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        givenBack.add(results);
        return takesBack;
    }

    @Override
    public void close() {
        closed = true;
    }
}
