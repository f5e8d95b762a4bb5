package io.github.limiter.spring.autoconfigure;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Shedding;
import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveRules;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.load.LoadRules;
import io.github.limiter.load.LoadStore;
import io.github.limiter.load.MemoryLoadStore;
import io.github.limiter.load.RedisLoadStore;
import io.github.limiter.load.ScheduledLoad;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.LoadProperties.Adaptive;
import io.github.limiter.spring.autoconfigure.LoadProperties.Schedule;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.News;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.time.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.support.CronExpression;

/** Load levels: what they mean, and who sets them. */
@Configuration(proxyBeanMethods = false)
class LoadConfiguration {

    @Bean
    @ConditionalOnMissingBean
    News limiterNews(LimiterProperties properties, LimiterStore counts) {
        if (counts instanceof RedisBackedStore redis) {
            RedisNews news = new RedisNews(redis.executor(), properties.redis().keyPrefix());
            news.start();
            return news;
        }
        return new MemoryNews();
    }

    @Bean
    @ConditionalOnMissingBean
    LoadStore limiterLoadStore(LimiterProperties properties, LimiterStore counts, TimeSource time) {
        return counts instanceof RedisBackedStore redis
                ? new RedisLoadStore(redis.executor(), properties.redis().keyPrefix())
                : new MemoryLoadStore(time);
    }

    @Bean
    @ConditionalOnProperty(prefix = "limiter.load.adaptive", name = "enabled")
    AdaptiveLoad limiterAdaptiveLoad(LimiterProperties properties, TimeSource time) {
        Adaptive adaptive = properties.load().adaptive();
        return named(
                "limiter.load.adaptive",
                () -> new AdaptiveLoad(
                        time,
                        new AdaptiveRules(adaptive.peakRatio(), adaptive.criticalRatio(), adaptive.minInFlight())));
    }

    /** Not lazy, even in a lazy application: what is wrong with it is to stop the start. */
    @Bean
    @Lazy(false)
    Load limiterLoad(
            LimiterProperties properties,
            ObjectProvider<AdaptiveLoad> adaptive,
            LoadStore store,
            News news,
            TimeSource time) {
        LoadProperties load = properties.load();
        LoadRules rules = named(
                "limiter.load",
                () -> new LoadRules(
                        load.p1AtPeak(), load.p1AtCritical(), load.reserved(), load.reservedFrom(), load.retryAfter()));
        List<ScheduledLoad> schedule = load.schedule().entrySet().stream()
                .map(entry -> scheduled(entry.getKey(), entry.getValue()))
                .toList();
        return new Load(rules, schedule, adaptive.getIfAvailable(), store, news, time);
    }

    private static ScheduledLoad scheduled(String name, Schedule entry) {
        String place = "limiter.load.schedule." + name;
        Duration duration = entry.duration();
        if (duration == null) {
            throw missing(place + ".duration", "Set how long it lasts, such as 8h");
        }
        CronExpression cron = cron(place + ".cron", entry.cron());
        ZoneId zone = zone(place + ".zone", entry.zone());
        return named(
                place,
                () -> new ScheduledLoad(
                        name,
                        cron::next,
                        duration,
                        zone,
                        new LoadOrder(entry.level(), entry.tiers(), entry.policies())));
    }

    private static CronExpression cron(String property, @Nullable String cron) {
        if (cron == null) {
            throw missing(property, "Set when it begins, such as 0 0 22 * * *");
        }
        try {
            return CronExpression.parse(cron);
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    property,
                    cron,
                    "is no cron expression: " + e.getMessage(),
                    "Write second, minute, hour, day of the month, month and day of the week, such as 0 0 22 * * *");
        }
    }

    private static ZoneId zone(String property, @Nullable String zone) {
        try {
            return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new InvalidConfigurationException(
                    property, zone, "is not a time zone", "Use an id such as UTC, Asia/Shanghai or Europe/Berlin");
        }
    }

    private static InvalidConfigurationException missing(String property, String fix) {
        return new InvalidConfigurationException(property, "", "is missing", fix);
    }

    private static <T> T named(String place, Supplier<T> value) {
        try {
            return value.get();
        } catch (InvalidConfigurationException e) {
            String attribute = e.element().replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
            throw e.named(place + '.' + attribute);
        }
    }

    @Bean
    Shedding limiterShedding(LimiterProperties properties, Load load, GlobalCharge global, PolicyFactory factory) {
        List<Charge> charges = global.charges();
        if (charges.isEmpty()) {
            return new Shedding(load, null, null);
        }
        Limit overall = charges.get(0).limit();
        return new Shedding(
                load, overall, PropertyPolicies.unreserved(overall, load.rules().reserved(), factory));
    }
}
