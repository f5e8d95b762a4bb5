package io.github.limiter.ban;

import java.util.List;
import java.util.Map;

/**
 * What is held against a subject, for whoever reviews its ban. Best effort: written after the decisions, by the nodes that
 * made them. Immutable.
 *
 * @param strikes how many were counted, by rule, since the evidence is kept
 * @param offences the first {@value #FIRST} of them, then the last ones, {@value #MOST} in all; the eldest first
 */
public record Evidence(Map<String, Long> strikes, List<Offence> offences) {

    /** How many of the first offences are kept. */
    public static final int FIRST = 5;

    /** How many offences are kept in all. */
    public static final int MOST = 25;

    /** Nothing is known. */
    public static final Evidence NONE = new Evidence(Map.of(), List.of());

    /**
     * Copies both.
     *
     * @param strikes how many were counted, by rule
     * @param offences the eldest first
     */
    public Evidence {
        strikes = Map.copyOf(strikes);
        offences = List.copyOf(offences);
    }
}
