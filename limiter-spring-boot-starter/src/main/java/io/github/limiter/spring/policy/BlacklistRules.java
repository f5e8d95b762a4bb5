package io.github.limiter.spring.policy;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.DimensionRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rules by which refused calls count. Precedence: {@code limiter.ban.challenge-at}, then the annotation, then
 * {@code limiter.ban.limited.*}. Immutable.
 */
public final class BlacklistRules {

    private final @Nullable BanRule limited;
    private final boolean everywhere;
    private final @Nullable Integer challengeAt;
    private final DimensionRegistry dimensions;
    private final Mode mode;

    /**
     * Rules over what properties say.
     *
     * @param limited the rule of {@code limiter.ban.limited}; null: refusals count for nothing
     * @param everywhere whether it holds for limits that no {@code @Blacklist} stands beside, too
     * @param challengeAt what beats annotations; null: nothing does
     * @param dimensions which dimensions there are
     * @param mode {@link Mode#SHADOW} puts every rule into shadow
     */
    public BlacklistRules(
            @Nullable BanRule limited,
            boolean everywhere,
            @Nullable Integer challengeAt,
            DimensionRegistry dimensions,
            Mode mode) {
        this.limited = limited;
        this.everywhere = everywhere;
        this.challengeAt = challengeAt;
        this.dimensions = dimensions;
        this.mode = mode;
    }

    /**
     * The rule for refused calls and for what is like them.
     *
     * @return null: nothing of the kind counts
     */
    public @Nullable BanRule limited() {
        return limited;
    }

    /**
     * The rule for calls that no annotation says anything about.
     *
     * @return null: their refusals count for nothing
     */
    public @Nullable BanRule everywhere() {
        return everywhere ? limited : null;
    }

    /**
     * The rule that an annotation asks for.
     *
     * @param name its name, if it counts in another way than the rule for all
     * @param asked what the annotation says
     * @return the rule; null: refusals count for nothing
     * @throws InvalidConfigurationException naming the place, the value and the fix
     */
    public @Nullable BanRule rule(String name, BanAttributes asked) {
        if (limited == null || asked.isPlain()) {
            return limited;
        }
        try {
            return rule(limited, name, asked);
        } catch (InvalidConfigurationException e) {
            throw e.at(asked.place());
        }
    }

    private BanRule rule(BanRule base, String name, BanAttributes asked) {
        int strikes = asked.strikes() == null ? base.strikes() : asked.strikes();
        Duration within = asked.within() == null ? base.within() : asked.within();
        Integer challenge = challengeAt != null ? challengeAt : asked.challengeAt();
        BanRule rule = new BanRule(
                name,
                strikes,
                within,
                asked.bans() == null ? base.bans() : asked.bans(),
                spacing(base.spacing(), strikes, within),
                base.distinct(),
                challenge == null ? base.challengeAt() : challenge,
                asked.dimensions(),
                mode == Mode.SHADOW ? mode : asked.mode(),
                base.repeat(),
                base.onlyChallenges(),
                base.challenges(),
                base.whileBanned());
        rule.dimensions().forEach(this::check);
        return rule;
    }

    /** One that leaves room for all strikes: the annotation has no say in it. */
    private static Duration spacing(Duration spacing, int strikes, Duration within) {
        return strikes > 1 && spacing.multipliedBy(strikes - 1L).compareTo(within) >= 0
                ? within.dividedBy(2L * strikes)
                : spacing;
    }

    private void check(String dimension) {
        dimensions.get(dimension);
        BanRule any = BanRule.LIMITED;
        if (!any.mayHit(dimension)) {
            throw new InvalidConfigurationException(
                    "dimension",
                    dimension,
                    "stands for many callers, of whom a ban would hit those who did nothing",
                    "Leave it out, or use ip, user, device or a dimension of your own");
        }
    }
}
