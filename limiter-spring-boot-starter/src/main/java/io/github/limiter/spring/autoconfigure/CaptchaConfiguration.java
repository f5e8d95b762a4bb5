package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.Bans;
import io.github.limiter.captcha.Captcha;
import io.github.limiter.captcha.CaptchaListener;
import io.github.limiter.captcha.CaptchaProvider;
import io.github.limiter.captcha.CaptchaRules;
import io.github.limiter.captcha.CaptchaStore;
import io.github.limiter.captcha.MemoryCaptchaStore;
import io.github.limiter.captcha.PassResolver;
import io.github.limiter.captcha.RedisCaptchaStore;
import io.github.limiter.guard.Challenges;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.captcha.CaptchaEndpoints;
import io.github.limiter.spring.captcha.ChallengePage;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Challenges and passes, and the endpoints that give them out, in any web technology. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "limiter.captcha", name = "enabled", matchIfMissing = true)
class CaptchaConfiguration {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** How a wrong answer is answered, for the evidence. */
    private static final int WRONG = 400;

    @Bean
    @ConditionalOnMissingBean
    CaptchaStore limiterCaptchaStore(LimiterProperties properties, LimiterStore counts, TimeSource time) {
        int bound = properties.captcha().maxChallenges();
        return counts instanceof RedisBackedStore redis
                ? new RedisCaptchaStore(redis.executor(), properties.redis().keyPrefix(), bound)
                : new MemoryCaptchaStore(bound, time);
    }

    /** Not lazy, even in a lazy application: what is wrong with it is to stop the start. */
    @Bean
    @Lazy(false)
    CaptchaKinds limiterCaptchaKinds(
            LimiterProperties properties, ObjectProvider<CaptchaProvider> own, ConfigurableBeanFactory beans) {
        return CaptchaKinds.of(properties.captcha(), own.orderedStream().toList(), beans.getBeanClassLoader());
    }

    @Bean
    Captcha limiterCaptcha(
            LimiterProperties properties,
            CaptchaKinds kinds,
            CaptchaStore store,
            DimensionRegistry dimensions,
            Bans bans,
            BlacklistRules blacklists,
            ObjectProvider<CaptchaListener> listeners) {
        CaptchaProperties captcha = properties.captcha();
        BanRule rule = properties.ban().enabled() ? blacklists.limited() : null;
        return new Captcha(
                kinds.providers(),
                store,
                new CaptchaRules(
                        captcha.lifetime(),
                        captcha.attempts(),
                        captcha.passLifetime(),
                        captcha.networks(),
                        captcha.wrongAnswers()),
                dimensions,
                offender -> rule == null
                        ? CompletableFuture.completedFuture(null)
                        : bans.strike(offender, rule, WRONG).thenAccept(standing -> {}),
                listeners.orderedStream().toList());
    }

    @Bean
    Challenges limiterChallenges(Bans bans, Captcha captcha, PassResolver passes, BlacklistRules blacklists) {
        return new Challenges(bans, captcha, passes, blacklists.limited());
    }

    /** What happens to challenges and passes is an event of the application. */
    @Bean
    CaptchaListener limiterCaptchaEvents(ApplicationEvents events) {
        return events::publish;
    }

    @Bean
    ChallengePage limiterChallengePage(CaptchaKinds kinds) {
        return new ChallengePage(kinds.first(), kinds.vendor(), kinds.hasAlternative());
    }

    /** What a caller may ask for is bounded by policies like any other. */
    @Bean
    @Lazy(false)
    CaptchaEndpoints limiterCaptchaEndpoints(Captcha captcha, ChallengePage page, Guard guard, PolicyFactory policies) {
        return new CaptchaEndpoints(
                captcha,
                page,
                guard,
                List.of(
                        charge(policies, "captcha-issue", Dimensions.IP, 60),
                        charge(policies, "captcha-issue-network", Dimensions.SUBNET, 600)),
                List.of(charge(policies, "captcha-answer", Dimensions.IP, 300)));
    }

    private static Charge charge(PolicyFactory policies, String name, String dimension, long limit) {
        PolicyAttributes asked = PolicyAttributes.ofQuota(
                "limiter.captcha: " + name, Algorithms.TOKEN_BUCKET, limit, MINUTE, dimension, null);
        return new Charge(policies.limit(name, asked), null, 1);
    }
}
