package io.github.limiter.policy;

import io.github.limiter.annotation.Mode;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A kind of abuse and how it is told: signals, whose points are added up, and the scores from which on something is done.
 * No single signal can ban: its cap is below the score that bans, and a ban needs two signals of the subject that is
 * banned. Immutable.
 *
 * @param name in properties, keys and explanations; 1 to 32 of {@code a-z 0-9 -}
 * @param mode whether it acts or only reports
 * @param signals its rules, of distinct names; those with 0 points are left out
 * @param challengeAt score from which on a CAPTCHA is asked for; at least 1
 * @param blockAt score from which on a call is refused; at least {@code challengeAt}
 * @param banAt score from which on the subject is banned; at least {@code blockAt}
 * @param ban how long; at least a second
 * @param coolDown how long a solved CAPTCHA lowers the score, less and less; at least a second
 * @param relief points by which it does at first; 0 or more
 */
public record Scene(
        String name,
        Mode mode,
        List<SignalRule> signals,
        int challengeAt,
        int blockAt,
        int banAt,
        Duration ban,
        Duration coolDown,
        int relief) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Duration SECOND = Duration.ofSeconds(1);

    /**
     * Validates.
     *
     * @param name in properties, keys and explanations
     * @param mode whether it acts or only reports
     * @param signals its rules
     * @param challengeAt score from which on a CAPTCHA is asked for
     * @param blockAt score from which on a call is refused
     * @param banAt score from which on the subject is banned
     * @param ban how long
     * @param coolDown how long a solved CAPTCHA lowers the score
     * @param relief points by which it does at first
     * @throws InvalidConfigurationException if something contradicts
     */
    public Scene {
        require(NAME.matcher(name).matches(), "name", name, "is not a name of a scene", "Use 1 to 32 of a-z 0-9 -");
        signals = signals.stream().filter(rule -> rule.points() > 0).toList();
        require(challengeAt >= 1, "challenge-at", challengeAt, "challenges everybody", "Set 1 or more, such as 50");
        require(
                blockAt >= challengeAt,
                "block-at",
                blockAt,
                "is below challenge-at, " + challengeAt,
                "Set " + challengeAt + " or more");
        require(banAt >= blockAt, "ban-at", banAt, "is below block-at, " + blockAt, "Set " + blockAt + " or more");
        require(ban.compareTo(SECOND) >= 0, "ban", ban, "is no time", "Set a duration such as 30m");
        require(coolDown.compareTo(SECOND) >= 0, "cool-down", coolDown, "is no time", "Set a duration such as 30m");
        require(relief >= 0, "relief", relief, "would be a punishment", "Set 0 or more");
        Set<String> names = new HashSet<>();
        for (SignalRule rule : signals) {
            require(names.add(rule.name()), "signals", rule.name(), "is there twice", "Rename one of them");
            require(
                    rule.cap() < banAt,
                    "signals." + rule.name() + ".cap",
                    rule.cap(),
                    "is enough to ban, which no signal may do alone",
                    "Set less than ban-at, " + banAt);
        }
    }

    private static void require(boolean holds, String element, Object value, String problem, String fix) {
        if (!holds) {
            throw new InvalidConfigurationException(element, value, problem, fix);
        }
    }

    /**
     * A scene with the usual scores: a challenge at 50, a block at 80, a ban of 30 minutes at 120; a solved CAPTCHA takes
     * 40 points off, over the following 30 minutes.
     *
     * @param name in properties, keys and explanations
     * @param mode whether it acts or only reports
     * @param signals its rules
     * @return the scene
     */
    public static Scene of(String name, Mode mode, List<SignalRule> signals) {
        return new Scene(name, mode, signals, 50, 80, 120, Duration.ofMinutes(30), Duration.ofMinutes(30), 40);
    }

    /**
     * The same in another mode.
     *
     * @param mode whether it acts or only reports
     * @return the scene
     */
    public Scene in(Mode mode) {
        return new Scene(name, mode, signals, challengeAt, blockAt, banAt, ban, coolDown, relief);
    }

    /**
     * What a score leads to.
     *
     * @param score the sum of points
     * @return by the scores of this scene alone
     */
    public RiskAction actionAt(int score) {
        if (score >= banAt) {
            return RiskAction.BAN;
        }
        if (score >= blockAt) {
            return RiskAction.BLOCK;
        }
        return score >= challengeAt ? RiskAction.CHALLENGE : RiskAction.ALLOW;
    }
}
