package io.github.limiter.guard;

import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes decisions of what the steps have found, and tells the listeners. */
final class Verdicts {

    private static final Logger log = LoggerFactory.getLogger(Guard.class);

    private final List<DecisionListener> listeners;

    Verdicts(List<DecisionListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    Decision of(GuardRequest request, Outcome outcome, String reason) {
        return told(request, outcome, reason, List.of(), Standing.CLEAR);
    }

    Decision banned(GuardRequest request, Standing standing) {
        return told(request, Outcome.BANNED, "banned", List.of(), standing);
    }

    Decision challenged(GuardRequest request, Standing standing) {
        return told(request, Outcome.CHALLENGED, "a CAPTCHA is to be solved first", List.of(), standing);
    }

    Decision shed(GuardRequest request, Treatment treatment) {
        return told(request, Outcome.SHED, treatment.reason(), List.of(), treatment.pause(), Standing.CLEAR);
    }

    /** By what the store says of each limit, and what that did to the standing. */
    Decision decided(GuardRequest request, List<LimitResult> results, Standing standing) {
        LimitResult refusing = null;
        for (LimitResult result : results) {
            if (result.isBanned()) {
                return banned(request, standing);
            }
            if (result.isUnavailable()) {
                String reason = "the store does not answer for " + nameOf(result);
                return told(request, Outcome.UNAVAILABLE, reason, results, standing);
            }
            if (refusing == null && result.refuses()) {
                refusing = result;
            }
        }
        return refusing == null
                ? told(request, Outcome.ALLOWED, "all limits have room", results, standing)
                : told(request, Outcome.LIMITED, "no room in " + nameOf(refusing), results, standing);
    }

    private static String nameOf(LimitResult result) {
        return result.check().policy().name();
    }

    private Decision told(
            GuardRequest request, Outcome outcome, String reason, List<LimitResult> results, Standing standing) {
        return told(request, outcome, reason, results, Duration.ZERO, standing);
    }

    private Decision told(
            GuardRequest request,
            Outcome outcome,
            String reason,
            List<LimitResult> results,
            Duration pause,
            Standing standing) {
        long number = ThreadLocalRandom.current().nextLong();
        return tell(new Decision(number, outcome, reason, request.caller(), results, pause, standing));
    }

    Decision tell(Decision decision) {
        for (DecisionListener listener : listeners) {
            try {
                listener.onDecision(decision);
            } catch (Throwable e) {
                // An error of the listener's, too, is no reason to fail the call.
                log.warn("{} failed on decision {}", listener, decision.id(), e);
            }
        }
        return decision;
    }
}
