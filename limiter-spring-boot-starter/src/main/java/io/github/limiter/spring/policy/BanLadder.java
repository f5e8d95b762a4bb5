package io.github.limiter.spring.policy;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;

/** Reads how long bans last. */
public final class BanLadder {

    /** Stands for a ban that ends by a person alone. */
    public static final String PERMANENT = "permanent";

    private BanLadder() {}

    /**
     * Reads the steps.
     *
     * @param steps durations, where a bare number is seconds; or {@value #PERMANENT} alone
     * @param element what they are the value of, for messages
     * @return the durations; empty for a ban that ends by a person alone
     * @throws InvalidConfigurationException if they are neither
     */
    public static List<Duration> parse(List<String> steps, String element) {
        if (steps.size() == 1 && steps.get(0).strip().equalsIgnoreCase(PERMANENT)) {
            return List.of();
        }
        if (steps.isEmpty()) {
            throw invalid(element, "", "is no length of a ban");
        }
        return steps.stream().map(step -> duration(step.strip(), element)).toList();
    }

    private static Duration duration(String step, String element) {
        if (step.equalsIgnoreCase(PERMANENT)) {
            throw invalid(
                    element, step, "stands beside other lengths; the bans of limiter.ban.repeat come after these");
        }
        try {
            return DurationStyle.detectAndParse(step, ChronoUnit.SECONDS);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw invalid(element, step, "is no length of a ban");
        }
    }

    private static InvalidConfigurationException invalid(String element, String value, String problem) {
        return new InvalidConfigurationException(
                element, value, problem, "Write one such as 5m, several such as 5m, 1h, 1d, or permanent alone");
    }
}
