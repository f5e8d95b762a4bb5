package io.github.limiter.spring.load;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.DecisionListener;
import io.github.limiter.load.RequestTime;
import jakarta.servlet.ServletRequest;

/** Begins the wait of a servlet request for its departure; its end is the scope's to tell. Thread-safe. */
public final class DepartureListener implements DecisionListener {

    /** Made by the auto-configuration. */
    public DepartureListener() {}

    @Override
    public void onDecision(Decision decision) {
        if (decision.isAllowed()
                && decision.delayMicros() > 0
                && decision.caller().request() instanceof ServletRequest request) {
            RequestTime time = LoadFilter.timeOf(request);
            if (time != null) {
                time.pause();
            }
        }
    }
}
