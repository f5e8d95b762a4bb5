package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Calls of handlers that answer later: the thread waits for the decision, but not for the departure. */
final class HeldStyle implements CallStyle {

    private final HeldAnswers answers;

    HeldStyle(HeldAnswers answers) {
        this.answers = answers;
    }

    @Override
    public @Nullable Object call(GuardedCall call) throws Throwable {
        Decision decision = call.guard().decide(call.request(call.scope().caller()));
        CompletableFuture<Decision> departure = call.guard().depart(decision);
        if (departure.isDone()) {
            return call.answerToTheEnd(decision);
        }
        call.scope().decided(decision);
        return answers.of(call.invocation().getMethod(), new HeldCall(call, departure));
    }
}
