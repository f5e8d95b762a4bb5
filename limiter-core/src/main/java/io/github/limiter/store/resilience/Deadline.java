package io.github.limiter.store.resilience;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How long a store is waited for. Thread-safe. */
final class Deadline {

    private final TooLateException tooLate;
    private final Alarm alarm;
    private final AtomicInteger waiting = new AtomicInteger();

    /** With an alarm that is set to that length. */
    Deadline(Duration length, Alarm alarm) {
        if (length.isNegative() || length.isZero()) {
            throw new InvalidConfigurationException(
                    "deadline", length, "is not a positive length of time", "Set a deadline such as 50ms");
        }
        this.tooLate = new TooLateException(length);
        this.alarm = alarm;
    }

    /** What the store answers, or a failure at the deadline; then the reply is left to {@code givenUp}. */
    <T> CompletableFuture<T> inTime(Supplier<CompletionStage<T>> call, Consumer<CompletableFuture<T>> givenUp) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            CompletableFuture<T> reply = call.get().toCompletableFuture();
            if (reply.isDone()) {
                return reply;
            }
            waiting.incrementAndGet();
            answer.whenComplete((value, failure) -> waiting.decrementAndGet());
            Runnable callOff = alarm.set(() -> {
                if (answer.completeExceptionally(tooLate)) {
                    givenUp.accept(reply);
                }
            });
            reply.whenComplete((value, failure) -> {
                callOff.run();
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /** Calls that wait at this moment. */
    int waiting() {
        return waiting.get();
    }

    /** Whether that failed for want of time. */
    boolean isMissed(Throwable failure) {
        return causeOf(failure) == tooLate;
    }

    static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** One for all, without a stack trace: a store that is frozen fails each call. */
    private static final class TooLateException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLateException(Duration deadline) {
            super("no answer within " + deadline, null, false, false);
        }
    }
}
