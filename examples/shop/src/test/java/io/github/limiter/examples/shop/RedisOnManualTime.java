package io.github.limiter.examples.shop;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.risk.RedisRiskStore;
import io.github.limiter.risk.RiskStore;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.News;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.store.redis.RedisStore;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.time.ManualTime;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Limits, bans and what is known of subjects, on Redis, at the time of a script: in the shop and in Redis alike. For one
 * caller after the other.
 */
@TestConfiguration(proxyBeanMethods = false)
class RedisOnManualTime {

    private final String prefix = TestRedis.newPrefix();

    @Bean
    ManualTime time() {
        return new ManualTime(Instant.parse("2026-11-02T03:00:00Z"));
    }

    @Bean(destroyMethod = "shutdown")
    RedisClient scriptedRedis() {
        return RedisClient.create(TestRedis.uri());
    }

    @Bean
    ScriptExecutor scriptedExecutor(RedisClient scriptedRedis) {
        return LettuceScriptExecutor.connect(scriptedRedis);
    }

    @Bean
    LimiterStore limitsOnRedis(ScriptExecutor executor, AlgorithmRegistry algorithms, ManualTime time) {
        return new RedisStore(executor, prefix, algorithms, time);
    }

    @Bean(initMethod = "start")
    News newsOnRedis(ScriptExecutor executor) {
        return new RedisNews(executor, prefix);
    }

    @Bean
    BanStore bansOnRedis(ScriptExecutor executor, News newsOnRedis, ManualTime time) {
        return new RedisBanStore(executor, (RedisNews) newsOnRedis, prefix, time);
    }

    @Bean
    RiskStore riskOnRedis(ScriptExecutor executor, ManualTime time) {
        return new RedisRiskStore(executor, prefix, Duration.ofSeconds(5), time);
    }
}
