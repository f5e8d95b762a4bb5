package io.github.limiter.guard;

import io.github.limiter.risk.Assessment;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the guard answers to a call. Immutable.
 *
 * @param number identifies the decision; random, see {@link #id()}
 * @param outcome what becomes of the call
 * @param reason in a few words, for people: names policies, never secrets
 * @param caller who called
 * @param limits result of every limit that was looked at, in the order of the request
 * @param pause time for which the call is refused whatever its limits say; zero in most cases
 * @param standing how the caller stands: banned, if that is why or this call is why; else as far as the store said
 * @param assessment what risk control made of the call; null if it was not asked
 */
public record Decision(
        long number,
        Outcome outcome,
        String reason,
        Caller caller,
        List<LimitResult> limits,
        Duration pause,
        Standing standing,
        @Nullable Assessment assessment) {

    /**
     * A decision that rests on limits alone, about a caller in the clear.
     *
     * @param number identifies the decision
     * @param outcome what becomes of the call
     * @param reason in a few words, for people
     * @param caller who called
     * @param limits result of every limit that was looked at
     */
    public Decision(long number, Outcome outcome, String reason, Caller caller, List<LimitResult> limits) {
        this(number, outcome, reason, caller, limits, Duration.ZERO, Standing.CLEAR, null);
    }

    /**
     * A decision in which risk control had no part.
     *
     * @param number identifies the decision
     * @param outcome what becomes of the call
     * @param reason in a few words, for people
     * @param caller who called
     * @param limits result of every limit that was looked at
     * @param pause time for which the call is refused
     * @param standing how the caller stands
     */
    public Decision(
            long number,
            Outcome outcome,
            String reason,
            Caller caller,
            List<LimitResult> limits,
            Duration pause,
            Standing standing) {
        this(number, outcome, reason, caller, limits, pause, standing, null);
    }

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

    /** When to ask a limit again that has room as soon as somebody else finishes. */
    private static final long SOON_MICROS = 1_000_000;

    /**
     * Earliest time at which the same call could pass all limits that refused it and no ban is in its way; where limits
     * are unavailable, when the store is asked again. A limit that only lends has room as soon as somebody else finishes:
     * it says a second at most.
     *
     * @return from the decision; zero if it is allowed or no time will help
     */
    public Duration retryAfter() {
        if (standing.isPermanent()) {
            return Duration.ZERO;
        }
        long micros = Math.max(pause.toNanos() / 1_000, standing.isBanned() ? standing.left() : 0);
        for (LimitResult limit : limits) {
            if (limit.refuses()) {
                boolean soon = limit.check().algorithm().lends();
                micros = Math.max(micros, soon ? Math.min(limit.retryAfter(), SOON_MICROS) : limit.retryAfter());
            }
        }
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    /**
     * Whether the call holds something until it has ended, which {@link Guard#ended} is to be told.
     *
     * @return false for most calls, and for all that are refused
     */
    public boolean isLent() {
        if (isAllowed()) {
            for (LimitResult limit : limits) {
                if (limit.isLent()) {
                    return true;
                }
            }
        }
        return false;
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
