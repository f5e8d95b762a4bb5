package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An admitted call whose departure has not come yet, and that nobody waits for on a thread. */
public final class HeldCall {

    private final GuardedCall call;
    private final CompletableFuture<Decision> departure;

    HeldCall(GuardedCall call, CompletableFuture<Decision> departure) {
        this.call = call.goingOnElsewhere();
        this.departure = departure;
    }

    /**
     * The departure.
     *
     * @return completes on a thread of the clock, where only what is short may go on; who cancels it gives back what the
     *     call took
     */
    public CompletableFuture<Decision> departure() {
        return departure;
    }

    /**
     * Runs the method, on the current thread; to be called once, after the departure.
     *
     * @return what it returns
     * @throws Throwable what it throws
     */
    public @Nullable Object proceed() throws Throwable {
        return call.proceedToTheEnd(departure.join());
    }
}
