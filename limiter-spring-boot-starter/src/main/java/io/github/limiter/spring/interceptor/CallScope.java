package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.subject.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a guarded call happens in: a request, or nothing. Used by one thread at a time. */
public interface CallScope {

    /**
     * Who calls.
     *
     * @return the caller, {@link Caller#NONE} if there is nobody in particular
     */
    Caller caller();

    /**
     * Takes over the charges that the surroundings owe, such as {@code limiter.global}: they are decided together with
     * the first guarded call, so that a request counts once.
     *
     * @return charges; within a request none from the second time on
     */
    List<Charge> takeOver();

    /**
     * Is told what was decided, before the call goes on or is refused.
     *
     * @param decision the decision
     */
    void decided(Decision decision);

    /**
     * Asks whether the call has not ended yet though its method has returned, since the request goes on with what it
     * returned, such as a {@code Callable}.
     *
     * @param answer what the method returned
     * @param atEnd if so, is run once the request has ended
     * @return whether it goes on; if not, {@code atEnd} is not run
     */
    default boolean goesOn(@Nullable Object answer, Runnable atEnd) {
        return false;
    }

    /** Finds the scope of the current thread. */
    @FunctionalInterface
    interface Source {

        /**
         * The scope of the current thread.
         *
         * @return never null
         */
        CallScope current();
    }
}
