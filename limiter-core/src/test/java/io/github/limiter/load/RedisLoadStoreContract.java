package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** And what is to be seen on the server. */
abstract class RedisLoadStoreContract extends LoadStoreContract {

    private final String prefix = TestRedis.newPrefix();

    abstract ScriptExecutor executor();

    @Override
    LoadStore node() {
        return new RedisLoadStore(executor(), prefix);
    }

    /** The server's clock is its own. */
    @Override
    void pass(Duration passed) {
        long end = System.nanoTime() + passed.toNanos() + TimeUnit.MILLISECONDS.toNanos(20);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    void itsKeyEndsWithTheOrder() {
        get(node().write(LoadOrder.of(LoadLevel.PEAK), "alice", Duration.ofMinutes(1)));

        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var connection = client.connect()) {
            assertThat(connection.sync().pttl(prefix + "config:load")).isBetween(30_000L, 60_000L);
        } finally {
            client.shutdown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2|PEAK|||alice", "1|HIGHER|||alice", "1|PEAK|P9||alice", "1|PEAK|P0||alice", "1|PEAK"})
    void whatALaterVersionOrSomebodyElseHasLeftSaysNothing(String left) {
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (var connection = client.connect()) {
            connection.sync().set(prefix + "config:load", left);
        } finally {
            client.shutdown();
        }

        assertThat(get(node().read())).isNull();
    }
}
