package io.github.limiter.spring.autoconfigure;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.PolicyChanges;
import io.github.limiter.spring.autoconfigure.StoreSelection.Choice;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.MemoryPolicyStore;
import io.github.limiter.store.News;
import io.github.limiter.store.PolicyStore;
import io.github.limiter.store.redis.RedisPolicyStore;
import io.github.limiter.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Where counts, bans and changed policies are kept. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    private static final Logger log = LoggerFactory.getLogger(LimiterStore.class);

    @Bean
    @ConditionalOnMissingBean(LimiterStore.class)
    Backend limiterBackend(
            LimiterProperties properties,
            TimeSource time,
            AlgorithmRegistry algorithms,
            Environment environment,
            ConfigurableListableBeanFactory beans,
            @Value("${spring.application.name:application}") String application) {
        Choice choice = new StoreSelection(properties, environment, beans).choose();
        int maxKeys = properties.memory().maxKeys();
        if (choice == Choice.MEMORY) {
            log.info("Limits are counted in memory, for this node alone, at most {} keys", maxKeys);
            return Backend.inMemory(maxKeys, time);
        }
        log.info("Limits are counted on Redis through {}, for all nodes", choice.client());
        return Backend.onRedis(
                properties, application, algorithms, time, RedisClients.executor(choice, environment, beans));
    }

    @Bean
    @ConditionalOnMissingBean
    LimiterStore limiterStore(Backend backend) {
        return backend.store();
    }

    /** With a store of the application's own, bans are this node's, and its decisions know of none. */
    @Bean
    @ConditionalOnMissingBean
    BanStore limiterBanStore(ObjectProvider<Backend> backend, LimiterProperties properties, TimeSource time) {
        Backend ours = backend.getIfAvailable();
        return ours == null ? new MemoryBanStore(properties.memory().maxKeys(), time) : ours.bans();
    }

    @Bean
    @ConditionalOnMissingBean
    PolicyStore limiterPolicyStore(LimiterProperties properties, LimiterStore counts) {
        return counts instanceof RedisBackedStore redis
                ? new RedisPolicyStore(redis.executor(), properties.redis().keyPrefix())
                : new MemoryPolicyStore();
    }

    /** Not lazy, even in a lazy application: what was changed before holds from the first call on. */
    @Bean
    @Lazy(false)
    PolicyChanges limiterPolicyChanges(Policies policies, PolicyStore store, News news, TimeSource time) {
        return new PolicyChanges(policies, store, news, time);
    }

    @Bean
    @ConditionalOnMissingBean
    News limiterNews(ObjectProvider<Backend> backend) {
        Backend ours = backend.getIfAvailable();
        return ours == null ? new MemoryNews() : ours.news();
    }
}
