package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Calls that answer by returning: the calling thread waits for the decision and for the departure. */
final class BlockingStyle implements CallStyle {

    @Override
    public @Nullable Object call(GuardedCall call) throws Throwable {
        GuardRequest request = call.request(call.scope().caller());
        return call.answerToTheEnd(EventLoops.forbidWaiting() ? decideAtOnce(call, request) : enter(call, request));
    }

    private static Decision enter(GuardedCall call, GuardRequest request) {
        try {
            return call.guard().enter(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for its departure");
        }
    }

    /** Asks a store in memory; for another one there is no way to wait, as in Reactor's own {@code block()}. */
    private static Decision decideAtOnce(GuardedCall call, GuardRequest request) {
        CompletableFuture<Decision> entered = call.guard().enterAsync(request.withoutWaiting());
        if (!entered.isDone()) {
            // It may have come a moment ago.
            entered.thenAccept(call.guard()::giveBack);
            entered.cancel(false);
            throw new IllegalStateException(call.invocation().getMethod()
                    + " is limited and returns no publisher, but was"
                    + " called on " + Thread.currentThread().getName() + ", which must not wait for the store. Let it"
                    + " return a Mono, a Flux or a CompletionStage, or call it on Schedulers.boundedElastic()");
        }
        try {
            return entered.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
