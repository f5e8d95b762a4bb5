package io.github.limiter.policy;

import java.time.Duration;

/**
 * Lengths of time that ban rules may have. In a class of its own: {@link BanRule} has rules that need
 * {@link BanRule.Repeat#DEFAULT}, so making that must not need {@link BanRule}.
 */
final class Lengths {

    static final Duration LONGEST_WINDOW = Duration.ofDays(366);
    static final Duration LONGEST_BAN = Duration.ofDays(3_660);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Lengths() {}

    static void check(String element, Duration length, Duration longest) {
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(longest) > 0) {
            throw new InvalidConfigurationException(
                    element, length, "is out of range", "Use 1ms to " + longest.toDays() + "d");
        }
    }
}
