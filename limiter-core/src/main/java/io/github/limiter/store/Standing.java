package io.github.limiter.store;

/**
 * How a subject stands: in the clear, asked for a CAPTCHA, or banned. And what became of it just now, if this answers a
 * strike. Immutable.
 *
 * @param state the standing, after the strike
 * @param left microseconds for which it lasts yet; {@link #PERMANENT} until somebody lifts it; 0 in the clear
 * @param change what the strike did; {@link Change#NONE} where nobody was struck
 * @param quiet microseconds for which a further offence counts for nothing, since it is one strike with this one
 */
public record Standing(State state, long left, Change change, long quiet) {

    /** {@link #left()} of a ban without an end. */
    public static final long PERMANENT = Long.MAX_VALUE;

    /** Nothing is held against the subject, and nothing was done. */
    public static final Standing CLEAR = new Standing(State.CLEAR, 0, Change.NONE, 0);

    /** How a subject stands; the later one is the worse. */
    public enum State {
        /** Nothing is held against it. */
        CLEAR,
        /** It has to solve a CAPTCHA first. */
        CHALLENGED,
        /** It is refused. */
        BANNED
    }

    /** What a strike did. */
    public enum Change {
        /** Nothing. */
        NONE,
        /** It was counted. */
        STRUCK,
        /** The state is its work: this strike, and none besides it, began the ban or the challenge. */
        BEGAN,
        /** It would have begun a ban, were the rule not in shadow. */
        WOULD_HAVE_BEGUN
    }

    /**
     * As it is found, with nothing done.
     *
     * @param state the state
     * @param left microseconds for which it lasts yet
     * @return the standing
     */
    public static Standing found(State state, long left) {
        return state == State.CLEAR ? CLEAR : new Standing(state, left, Change.NONE, 0);
    }

    /**
     * Whether the subject is refused.
     *
     * @return true if banned
     */
    public boolean isBanned() {
        return state == State.BANNED;
    }

    /**
     * Whether nothing is held against the subject.
     *
     * @return true if neither banned nor challenged
     */
    public boolean isClear() {
        return state == State.CLEAR;
    }

    /**
     * Whether no time will help.
     *
     * @return true if banned until somebody lifts it
     */
    public boolean isPermanent() {
        return left == PERMANENT;
    }

    /**
     * The worse of two.
     *
     * @param other another one
     * @return the one that is harder on its subject, or lasts longer
     */
    public Standing worse(Standing other) {
        int byState = state.compareTo(other.state);
        return byState > 0 || byState == 0 && left >= other.left ? this : other;
    }
}
