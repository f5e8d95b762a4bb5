package io.github.limiter.captcha;

import io.github.limiter.policy.InvalidConfigurationException;
import java.time.Duration;

/**
 * How long challenges and passes last and what they bear.
 *
 * @param lifetime of a challenge, 10 s to 1 h
 * @param attempts answers to one challenge that are judged, 1 to 10
 * @param passLifetime of a pass, 1 min to 30 days
 * @param networks from how many networks a pass is good for somebody who is not logged in, 1 to 3
 * @param wrongAnswers that are one offence, 1 to 1,000
 */
public record CaptchaRules(Duration lifetime, int attempts, Duration passLifetime, int networks, int wrongAnswers) {

    /** Within which missteps are counted together: as long as a challenge lasts. */
    static final Duration MISSTEP_WINDOW = Duration.ofMinutes(10);

    /**
     * Answers to what is not there are one wrong answer within it: sending an answer twice, or many times at once, is no
     * offence, and guessing is.
     */
    static final Duration GUESS_SPACING = Duration.ofSeconds(1);

    /** Requests in the place of an answer that are one offence. */
    static final int IGNORED_CHALLENGES = 10;

    /**
     * Refuses what is out of range.
     *
     * @param lifetime of a challenge
     * @param attempts answers to one challenge that are judged
     * @param passLifetime of a pass
     * @param networks from how many networks a pass is good for somebody who is not logged in
     * @param wrongAnswers that are one offence
     * @throws InvalidConfigurationException if a value is out of range
     */
    public CaptchaRules {
        require("lifetime", lifetime, Duration.ofSeconds(10), Duration.ofHours(1), "10s to 1h");
        require("attempts", attempts, 1, 10, "1 to 10");
        require("pass-lifetime", passLifetime, Duration.ofMinutes(1), Duration.ofDays(30), "1m to 30d");
        require("networks", networks, 1, 3, "1 to 3");
        require("wrong-answers", wrongAnswers, 1, 1_000, "1 to 1000");
    }

    private static <T extends Comparable<T>> void require(String name, T value, T least, T most, String range) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidConfigurationException(
                    "limiter.captcha." + name, value, "is out of range", "Set " + range);
        }
    }
}
