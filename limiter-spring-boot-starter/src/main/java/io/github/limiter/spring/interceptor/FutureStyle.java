package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.RejectedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that answer with a future: one that has to wait for its departure holds no thread, and then goes on on an
 * executor, with the thread context that it was made in. A refusal fails the future, and so does an executor that takes
 * nothing on. Who is not run, for that or since he cancelled, gives back what he took.
 */
final class FutureStyle implements CallStyle {

    private final Supplier<Executor> executor;

    FutureStyle(Supplier<Executor> executor) {
        this.executor = executor;
    }

    static boolean suits(Class<?> returnType) {
        return Future.class.isAssignableFrom(returnType) && returnType.isAssignableFrom(CompletableFuture.class)
                || returnType == CompletionStage.class;
    }

    @Override
    public @Nullable Object call(GuardedCall call) throws Throwable {
        CompletableFuture<Decision> departure = call.enterAsync(call.scope().caller());
        if (!departure.isDone()) {
            return answerLater(call, departure);
        }
        try {
            return call.answerToTheEnd(departure.join());
        } catch (RejectedException refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    private CompletableFuture<Object> answerLater(GuardedCall call, CompletableFuture<Decision> departure) {
        Executor carried;
        try {
            carried = ThreadContext.carriedBy(executor.get());
        } catch (RuntimeException e) {
            departure.thenAccept(call.guard()::giveBack);
            departure.cancel(false);
            throw e;
        }
        CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
        answer.whenComplete((value, failure) -> {
            if (answer.isCancelled()) {
                departure.cancel(false);
            }
        });
        departure.whenComplete((decision, failure) -> {
            if (failure == null) {
                goOn(call, decision, answer, carried);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return answer;
    }

    private static void goOn(
            GuardedCall call, Decision decision, CompletableFuture<@Nullable Object> answer, Executor executor) {
        try {
            executor.execute(() -> answer(call, decision, answer));
        } catch (RuntimeException | Error e) {
            // It is full, or closed: nobody will run the call.
            call.guard().giveBack(decision);
            answer.completeExceptionally(e);
        }
    }

    private static void answer(GuardedCall call, Decision decision, CompletableFuture<@Nullable Object> answer) {
        if (answer.isDone()) {
            // Cancelled while it waited for a thread.
            call.guard().giveBack(decision);
            return;
        }
        try (BoundScope bound = BoundScope.bind(call.scope())) {
            follow(call.goingOnElsewhere().answerToTheEnd(decision), answer);
        } catch (ExecutionException e) {
            answer.completeExceptionally(e.getCause());
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }

    private static void follow(@Nullable Object inner, CompletableFuture<@Nullable Object> answer) throws Exception {
        if (inner instanceof Future<?> cancellable) {
            answer.whenComplete((value, failure) -> {
                if (answer.isCancelled()) {
                    cancellable.cancel(true);
                }
            });
        }
        if (inner instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        } else {
            answer.complete(inner instanceof Future<?> future ? future.get() : inner);
        }
    }
}
