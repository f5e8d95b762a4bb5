package io.github.limiter.risk;

import java.time.Duration;

/**
 * Measures one thing about one subject, in a few numbers of state: a pure step, the twin of its namesake in
 * {@code risk.lua}. All arithmetic is on whole numbers, rounded down, below 2^53: both give the same.
 */
abstract class Gauge {

    /** In the place of an input: nothing happened that concerns this gauge, it is only read. */
    static final long NONE = Long.MIN_VALUE;

    /** An average of what is 0 or this. */
    static final long SHARE_ONE = 1_000_000;

    /** What a value is in when it is a share: parts of a thousand. */
    static final long PER_MILLE = 1_000;

    private final String kind;
    private final int words;
    private final long first;
    private final long second;

    /** A kind of gauge by its name in Lua, how many numbers it keeps, and the two that it is set up with, the second 0 if it
     * has none. */
    Gauge(String kind, int words, long first, long second) {
        this.kind = kind;
        this.words = words;
        this.first = first;
        this.second = second;
    }

    static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    final String kind() {
        return kind;
    }

    /** Numbers of state; all 0 at first. */
    final int words() {
        return words;
    }

    final long first() {
        return first;
    }

    final long second() {
        return second;
    }

    /** Its part of an observation, as risk.lua wants to have it. */
    final void json(long input, long more, StringBuilder json) {
        json.append(",\"").append(kind).append("\",").append(first).append(',');
        if (input == NONE) {
            json.append(false);
        } else if (keepsSet()) {
            json.append('"').append(input).append('"');
        } else {
            json.append(input);
        }
        if (second != 0) {
            json.append(',').append(second);
        }
        if (takesMore()) {
            json.append(',').append(more);
        }
    }

    /** Whether it takes a second input. */
    boolean takesMore() {
        return false;
    }

    /** Whether it keeps a set besides. */
    boolean keepsSet() {
        return false;
    }

    /** Microseconds after its last input for which the state is worth keeping. */
    abstract long lives();

    /**
     * Takes an input and answers with the value.
     *
     * @param state where the gauge has its numbers
     * @param at index of the first of them
     * @param input what happened, or {@link #NONE}; then nothing is written
     * @param more a second input; 0 for most
     * @param now microseconds
     */
    abstract long step(long[] state, int at, long input, long more, long now);

    /** {@link #step} of a gauge that keeps a set. */
    long step(long[] state, int at, LongSet seen, long input, long now) {
        throw new IllegalStateException(kind + " keeps no set");
    }

    /** Moves an average an eighth of the way, as RFC 6298 does with round-trip times. */
    static long share(long before, boolean fits) {
        return (before * 7 + (fits ? SHARE_ONE : 0)) / 8;
    }
}
