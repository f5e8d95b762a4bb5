package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.subject.Caller;
import java.util.List;

/**
 * A call outside of any request: a job, a consumer. Each counts for itself.
 *
 * @param caller the user, if one is known to the thread
 * @param owed what every call is charged
 */
record DetachedCallScope(Caller caller, List<Charge> owed) implements CallScope {

    @Override
    public List<Charge> takeOver() {
        return owed;
    }

    @Override
    public void decided(Decision decision) {
        // Nobody waits for an answer.
    }
}
