package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.LimiterProperties.RedisClient;
import io.github.limiter.spring.autoconfigure.LimiterProperties.StoreType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Chooses where counts are kept, and by which client. Boot invents a connection to localhost as soon as a Redis client is
 * on the class path: that alone is no sign that the application has a Redis.
 */
final class StoreSelection {

    /** What was chosen. */
    enum Choice {
        MEMORY,
        LETTUCE,
        /** The application's {@code RedissonClient}. */
        REDISSON,
        /** A client of the library's own, from {@code spring.data.redis.*}. */
        OWN_REDISSON;

        /** The client's name, for people. */
        String client() {
            return this == LETTUCE ? "Lettuce" : "Redisson";
        }
    }

    private static final List<String> NAMING = List.of(
            "spring.data.redis.url",
            "spring.data.redis.host",
            "spring.data.redis.sentinel.master",
            "spring.data.redis.cluster.nodes",
            "spring.data.redis.cluster.nodes[0]",
            "spring.redis.redisson.file",
            "spring.redis.redisson.config");

    private static final String LETTUCE = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
    private static final String REDISSON = "org.redisson.api.RedissonClient";
    private static final List<String> INVENTED_BY = List.of("org.springframework.boot.", "org.redisson.spring.");

    private final StoreType store;
    private final RedisClient client;
    private final boolean named;
    private final boolean lettuce;
    private final boolean ownLettuce;
    private final boolean redisson;
    private final boolean ownRedisson;
    private final boolean redissonLibrary;

    StoreSelection(LimiterProperties properties, Environment environment, ConfigurableListableBeanFactory beans) {
        store = properties.store();
        client = properties.redis().client();
        named = NAMING.stream().anyMatch(environment::containsProperty);
        lettuce = has(beans, LETTUCE, false);
        ownLettuce = has(beans, LETTUCE, true);
        redisson = has(beans, REDISSON, false);
        ownRedisson = has(beans, REDISSON, true);
        redissonLibrary = loaded(REDISSON, beans.getBeanClassLoader()) != null;
    }

    private static boolean has(ConfigurableListableBeanFactory beans, String className, boolean own) {
        Class<?> type = loaded(className, beans.getBeanClassLoader());
        if (type == null) {
            return false;
        }
        for (String name : beans.getBeanNamesForType(type, true, false)) {
            if (!own || !isInvented(beans, name)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Class<?> loaded(String className, @Nullable ClassLoader classLoader) {
        return ClassUtils.isPresent(className, classLoader)
                ? ClassUtils.resolveClassName(className, classLoader)
                : null;
    }

    private static boolean isInvented(ConfigurableListableBeanFactory beans, String name) {
        if (!beans.containsBeanDefinition(name)) {
            return false;
        }
        BeanDefinition definition = beans.getMergedBeanDefinition(name);
        String factory = definition.getFactoryBeanName();
        String owner = factory != null && beans.containsBeanDefinition(factory)
                ? beans.getMergedBeanDefinition(factory).getBeanClassName()
                : definition.getBeanClassName();
        return owner != null && INVENTED_BY.stream().anyMatch(owner::startsWith);
    }

    Choice choose() {
        return switch (store) {
            case MEMORY -> Choice.MEMORY;
            case REDIS -> client();
            case AUTO -> named || ownLettuce || ownRedisson ? client() : Choice.MEMORY;
        };
    }

    private Choice client() {
        return switch (client) {
            case LETTUCE -> {
                if (!lettuce) {
                    throw missing("Lettuce", "Add spring-boot-starter-data-redis");
                }
                yield Choice.LETTUCE;
            }
            case REDISSON -> redissonClient();
            case AUTO -> {
                boolean redissonAlone = ownRedisson && !ownLettuce && !named;
                yield lettuce && !redissonAlone ? Choice.LETTUCE : redissonClient();
            }
        };
    }

    private Choice redissonClient() {
        if (redisson) {
            return Choice.REDISSON;
        }
        if (!redissonLibrary) {
            throw missing("Redisson", "Add spring-boot-starter-data-redis or org.redisson:redisson");
        }
        return Choice.OWN_REDISSON;
    }

    private InvalidConfigurationException missing(String what, String fix) {
        boolean byClient = client != RedisClient.AUTO;
        return new InvalidConfigurationException(
                byClient ? "limiter.redis.client" : "limiter.store",
                (byClient ? client : store).toString().toLowerCase(Locale.ROOT),
                "needs " + (byClient ? what : "a Redis client") + ", which the application does not have",
                fix + ", or set limiter.store=memory to count on each node for itself");
    }
}
