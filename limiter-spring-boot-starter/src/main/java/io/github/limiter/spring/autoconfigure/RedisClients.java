package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.StoreSelection.Choice;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.RedissonScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Finds the client that was chosen. Each in a class of its own, since the other may be missing. */
final class RedisClients {

    private RedisClients() {}

    static ScriptExecutor executor(Choice choice, Environment environment, BeanFactory beans) {
        return switch (choice) {
            case LETTUCE -> Lettuce.executor(beans);
            case REDISSON -> RedissonOfApplication.executor(beans);
            case OWN_REDISSON -> RedissonOfLibrary.executor(environment);
            case MEMORY -> throw new IllegalArgumentException("memory needs no client");
        };
    }

    private static <T> T only(BeanFactory beans, Class<T> type) {
        try {
            return beans.getBean(type);
        } catch (NoUniqueBeanDefinitionException e) {
            throw new InvalidConfigurationException(
                    "limiter.store",
                    "redis",
                    "finds several beans of type " + type.getSimpleName() + ": " + e.getBeanNamesFound(),
                    "Mark one of them @Primary, or declare a LimiterStore bean");
        }
    }

    private static final class Lettuce {

        static ScriptExecutor executor(BeanFactory beans) {
            AbstractRedisClient client =
                    only(beans, LettuceConnectionFactory.class).getRequiredNativeClient();
            return client instanceof RedisClusterClient cluster
                    ? LettuceScriptExecutor.connect(cluster)
                    : LettuceScriptExecutor.connect((RedisClient) client);
        }
    }

    private static final class RedissonOfApplication {

        static ScriptExecutor executor(BeanFactory beans) {
            return new RedissonScriptExecutor(only(beans, RedissonClient.class));
        }
    }

    private static final class RedissonOfLibrary {

        static ScriptExecutor executor(Environment environment) {
            Config config = OwnRedisson.config(environment);
            return new LateExecutor(config.isClusterConfig(), () -> {
                // Redisson writes into the configuration that it is given.
                RedissonClient client = Redisson.create(new Config(config));
                return new Owning(new RedissonScriptExecutor(client), client);
            });
        }
    }

    /** Closes the client that was made for it. */
    private record Owning(ScriptExecutor executor, RedissonClient client) implements ScriptExecutor {

        @Override
        public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
            return executor.run(script, keys, arguments);
        }

        @Override
        public CompletionStage<List<@Nullable String>> runForText(
                RedisScript script, List<String> keys, List<String> arguments) {
            return executor.runForText(script, keys, arguments);
        }

        @Override
        public CompletionStage<Void> load(RedisScript script) {
            return executor.load(script);
        }

        @Override
        public boolean isCluster() {
            return executor.isCluster();
        }

        @Override
        public void close() {
            executor.close();
            client.shutdown();
        }
    }
}
