package io.github.limiter.policy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one signal of a scene means: from which value on it counts, and how much. A signal that has reached its threshold
 * adds {@code points × value ÷ threshold}, at most {@code cap}. Immutable.
 *
 * @param name of the rule, in properties, explanations and keys; 1 to 32 of {@code a-z 0-9 -}
 * @param signal name of the signal
 * @param dimension whose behaviour it is
 * @param threshold value from which on it fires, at least 1; in the signal's own unit
 * @param window how long what was seen counts; 1 s to 1 day
 * @param points what it adds to the score at its threshold; 0 to 1,000; 0 turns it off
 * @param cap the most that it adds; at least {@code points}
 * @param atLeast a hard rule: what it leads to whatever the score, but never {@link RiskAction#BAN}; null for none
 */
public record SignalRule(
        String name,
        String signal,
        String dimension,
        long threshold,
        Duration window,
        int points,
        int cap,
        @Nullable RiskAction atLeast) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Duration MAX_WINDOW = Duration.ofDays(1);
    private static final int MAX_POINTS = 1_000;

    /**
     * Validates.
     *
     * @param name of the rule
     * @param signal name of the signal
     * @param dimension whose behaviour it is
     * @param threshold value from which on it fires
     * @param window how long what was seen counts
     * @param points what it adds at its threshold
     * @param cap the most that it adds
     * @param atLeast what it leads to whatever the score
     * @throws InvalidConfigurationException if a value is out of range
     */
    public SignalRule {
        require(NAME.matcher(name).matches(), "name", name, "is not a name of a rule", "Use 1 to 32 of a-z 0-9 -");
        signal = Names.canonical(signal);
        dimension = Names.canonical(dimension);
        require(threshold >= 1, "threshold", threshold, "can always be reached", "Set 1 or more");
        require(
                window.compareTo(Duration.of(1, ChronoUnit.SECONDS)) >= 0 && window.compareTo(MAX_WINDOW) <= 0,
                "window",
                window,
                "is not between a second and a day",
                "Set a window such as 1m or 1h");
        require(
                points >= 0 && points <= MAX_POINTS,
                "points",
                points,
                "is not between 0 and " + MAX_POINTS,
                "Set 0 to turn the signal off, or some points");
        require(cap >= points, "cap", cap, "is less than its points, " + points, "Set " + points + " or more");
        require(
                atLeast != RiskAction.BAN,
                "at-least",
                "ban",
                "would let a single signal ban",
                "Set challenge or block, and leave bans to the score of several signals");
    }

    private static void require(boolean holds, String element, Object value, String problem, String fix) {
        if (!holds) {
            throw new InvalidConfigurationException(element, value, problem, fix);
        }
    }

    /**
     * A rule of a window of ten minutes, without hard rule.
     *
     * @param name of the rule
     * @param signal name of the signal
     * @param dimension whose behaviour it is
     * @param threshold value from which on it fires
     * @param points what it adds at its threshold and, unless {@linkplain #withCap capped} otherwise, at most
     * @return the rule
     */
    public static SignalRule of(String name, String signal, String dimension, long threshold, int points) {
        return new SignalRule(name, signal, dimension, threshold, Duration.ofMinutes(10), points, points, null);
    }

    /**
     * The same with another window.
     *
     * @param window how long what was seen counts
     * @return the rule
     */
    public SignalRule within(Duration window) {
        return new SignalRule(name, signal, dimension, threshold, window, points, cap, atLeast);
    }

    /**
     * The same that adds more the larger the value is.
     *
     * @param cap the most that it adds
     * @return the rule
     */
    public SignalRule withCap(int cap) {
        return new SignalRule(name, signal, dimension, threshold, window, points, cap, atLeast);
    }

    /**
     * The same as a hard rule.
     *
     * @param action what it leads to whatever the score
     * @return the rule
     */
    public SignalRule atLeast(RiskAction action) {
        return new SignalRule(name, signal, dimension, threshold, window, points, cap, action);
    }
}
