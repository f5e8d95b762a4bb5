package io.github.limiter.risk;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.subject.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scene makes of an event. Immutable.
 *
 * @param scene which
 * @param action what it leads to; in shadow, what it would
 * @param score the sum of points, after the relief of a solved CAPTCHA; never below 0
 * @param findings the signals that fired, of which the score is made
 * @param banned who is to be banned; null unless the action is a ban
 */
public record Assessment(
        Scene scene,
        RiskAction action,
        int score,
        List<Finding> findings,
        @Nullable Subject banned) {

    /**
     * Whether the call may go on, as far as this scene enforces something.
     *
     * @return true in shadow
     */
    public boolean admits() {
        return action == RiskAction.ALLOW || !isEnforced();
    }

    /**
     * Whether it acts.
     *
     * @return false in shadow
     */
    public boolean isEnforced() {
        return scene.mode() == Mode.ENFORCE;
    }

    /**
     * Why, for people.
     *
     * @return scene, score with its thresholds, and each signal with its value, threshold and points
     */
    public String explanation() {
        return "scene " + scene.name() + ": score " + score + " (challenge " + scene.challengeAt() + ", block "
                + scene.blockAt() + ", ban " + scene.banAt() + ") of " + findings;
    }
}
