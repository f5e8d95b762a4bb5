package io.github.limiter.store;

/**
 * What a store answers to one check. All times are microseconds from the decision.
 *
 * @param check what was asked; with the quota that was enforced
 * @param allowed whether this limit had room for the call, whatever the others said
 * @param charged whether the cost was taken
 * @param remaining units left for calls of cost 1, after the charge; {@link #UNKNOWN} without a basis
 * @param retryAfter time until the same call could pass this limit; 0 if allowed
 * @param resetAfter time until more than {@code remaining} units are left; 0 if there can be no more; for a fixed
 *     window always its end
 * @param delay time until the call may go on, if charged: more than 0 only for a leaky bucket
 * @param departure when the call may go on, on the store's clock, if charged
 * @param basis which count the answer rests on
 * @param standing how the subject stands, and what this refusal did to it; in the clear unless the check has a rule
 */
public record LimitResult(
        LimitCheck check,
        boolean allowed,
        boolean charged,
        long remaining,
        long retryAfter,
        long resetAfter,
        long delay,
        long departure,
        Basis basis,
        Standing standing) {

    /** {@link #remaining()} of a limit that was not looked at. */
    public static final long UNKNOWN = -1;

    /** What an answer rests on. */
    public enum Basis {
        /** The count that the store keeps for all its users. */
        STORE,
        /** A count of this node alone, since the shared one could not be reached. */
        NODE,
        /** No count at all. */
        NONE
    }

    /**
     * An answer of the store that keeps the count.
     *
     * @param check what was asked
     * @param allowed whether this limit had room
     * @param charged whether the cost was taken
     * @param remaining units left
     * @param retryAfter time until the same call could pass
     * @param resetAfter time until more units are left
     * @param delay time until the call may go on
     * @param departure when the call may go on
     */
    public LimitResult(
            LimitCheck check,
            boolean allowed,
            boolean charged,
            long remaining,
            long retryAfter,
            long resetAfter,
            long delay,
            long departure) {
        this(check, allowed, charged, remaining, retryAfter, resetAfter, delay, departure, Basis.STORE, Standing.CLEAR);
    }

    /**
     * For a limit that was not looked at, since another one refuses the call anyway or nothing depends on it.
     *
     * @param check what was asked
     * @return allowed, not charged, without a basis
     */
    public static LimitResult unknown(LimitCheck check) {
        return new LimitResult(check, true, false, UNKNOWN, 0, 0, 0, 0, Basis.NONE, Standing.CLEAR);
    }

    /**
     * For a limit that must not be passed while its count cannot be reached.
     *
     * @param check what was asked
     * @param retryAfter microseconds until the store is asked again, at least 1
     * @return refused, without a basis
     */
    public static LimitResult unavailable(LimitCheck check, long retryAfter) {
        return new LimitResult(check, false, false, UNKNOWN, retryAfter, 0, 0, 0, Basis.NONE, Standing.CLEAR);
    }

    /**
     * For a limit whose answer was lost, to give back what the call was lent, if it was.
     *
     * @param check what was asked
     * @return as if charged
     */
    public static LimitResult unanswered(LimitCheck check) {
        return new LimitResult(check, true, true, UNKNOWN, 0, 0, 0, 0, Basis.STORE, Standing.CLEAR);
    }

    /**
     * For a limit that was not looked at, since its subject is banned.
     *
     * @param check what was asked
     * @param ban the standing that was found
     * @return refused until the ban is over; 0 where no time helps
     */
    public static LimitResult banned(LimitCheck check, Standing ban) {
        long retryAfter = ban.isPermanent() ? 0 : ban.left();
        return new LimitResult(check, false, false, UNKNOWN, retryAfter, 0, 0, 0, Basis.STORE, ban);
    }

    /**
     * The same answer, with what it did to the subject.
     *
     * @param standing how the subject stands now
     * @return the result
     */
    public LimitResult with(Standing standing) {
        return new LimitResult(
                check, allowed, charged, remaining, retryAfter, resetAfter, delay, departure, basis, standing);
    }

    /**
     * The same answer, from a count of this node alone.
     *
     * @return the result
     */
    public LimitResult onNode() {
        return new LimitResult(
                check, allowed, charged, remaining, retryAfter, resetAfter, delay, departure, Basis.NODE, standing);
    }

    /**
     * Whether what was taken goes back to the store when the call has ended, however it ended.
     *
     * @return true if it was charged by an algorithm that only lends
     */
    public boolean isLent() {
        return charged && check.algorithm().lends();
    }

    /**
     * Whether this limit refuses the call, for want of room or of an answer.
     *
     * @return true if it is not allowed and is enforced
     */
    public boolean refuses() {
        return !allowed && check.enforced();
    }

    /**
     * Whether this limit refuses the call because its count cannot be reached: the caller has done nothing wrong.
     *
     * @return true if it refuses without a basis
     */
    public boolean isUnavailable() {
        return refuses() && basis == Basis.NONE;
    }

    /**
     * Whether the subject was banned before this call.
     *
     * @return true if the limit was not looked at for that
     */
    public boolean isBanned() {
        return standing.isBanned() && standing.change() == Standing.Change.NONE;
    }

    /**
     * Whether the shared count could not be reached. No strike may follow.
     *
     * @return true if this node answered alone, or refuses as {@linkplain #isUnavailable() unavailable}
     */
    public boolean isDegraded() {
        return basis == Basis.NODE || isUnavailable();
    }
}
