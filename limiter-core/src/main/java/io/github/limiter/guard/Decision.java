package io.github.limiter.guard;

import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Caller;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What the guard answers to a call. Immutable.
 *
 * @param number identifies the decision; random, see {@link #id()}
 * @param outcome what becomes of the call
 * @param reason in a few words, for people: names policies, never secrets
 * @param caller who called
 * @param limits result of every limit that was looked at, in the order of the request
 */
public record Decision(long number, Outcome outcome, String reason, Caller caller, List<LimitResult> limits) {

    /**
     * Identifies this decision in answers, logs and {@link RecentDecisions}.
     *
     * @return 16 hexadecimal digits
     */
    public String id() {
        String digits = Long.toHexString(number);
        return "0".repeat(16 - digits.length()) + digits;
    }

    /**
     * Whether the call may go on.
     *
     * @return true if {@link Outcome#ALLOWED}
     */
    public boolean isAllowed() {
        return outcome == Outcome.ALLOWED;
    }

    /**
     * Whether the shared store could not be reached for one of the limits, whatever the outcome. Such a decision strikes
     * nobody.
     *
     * @return false as long as the store answers
     */
    public boolean isDegraded() {
        for (LimitResult limit : limits) {
            if (limit.isDegraded()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The limits that refused the call.
     *
     * @return none if it is allowed
     */
    public List<LimitResult> violated() {
        return limits.stream().filter(LimitResult::refuses).toList();
    }

    /**
     * The limits in shadow that would have refused the call.
     *
     * @return none in most cases
     */
    public List<LimitResult> wouldHaveViolated() {
        return limits.stream()
                .filter(limit -> !limit.allowed() && !limit.check().enforced())
                .toList();
    }

    /**
     * Earliest time at which the same call could pass all limits that refused it; where they are unavailable, when the
     * store is asked again.
     *
     * @return from the decision; zero if it is allowed or no time will help
     */
    public Duration retryAfter() {
        long micros = 0;
        for (LimitResult limit : limits) {
            if (limit.refuses()) {
                micros = Math.max(micros, limit.retryAfter());
            }
        }
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /**
     * How long an allowed call has to wait before it goes on, for its departure from a leaky bucket. A limit in shadow
     * makes nobody wait.
     *
     * @return microseconds; zero in most cases
     */
    public long delayMicros() {
        long micros = 0;
        for (LimitResult limit : limits) {
            if (limit.check().enforced()) {
                micros = Math.max(micros, limit.delay());
            }
        }
        return micros;
    }
}
