package io.github.limiter.load;

/** Who has set the level, the strongest first. */
public enum LoadSource {
    /** Somebody, for all nodes. */
    OPERATOR,
    /** The time of day. */
    SCHEDULE,
    /** The load of this node. */
    ADAPTIVE,
    /** Nobody: nothing is out of the ordinary. */
    NONE
}
