package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.BanNode.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.BanStore;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where a script reaches the keys of one subject only. */
class ClusterBanStoreTests extends RedisBanStoreContract {

    private static RedisCluster cluster;
    private static Client.Connection connection;

    @BeforeAll
    static void start() {
        cluster = new RedisCluster();
        connection = Client.LETTUCE.connect(cluster);
    }

    @AfterAll
    static void stop() {
        connection.close();
        Set<String> errors = cluster.errors();
        cluster.close();
        assertThat(errors).as("all keys of a call are on one slot").doesNotContain("CROSSSLOT");
    }

    @Override
    protected BanStore createStore(ManualTime time) {
        return createStore(TestRedis.newPrefix(), time);
    }

    private static BanStore createStore(String prefix, ManualTime time) {
        ScriptExecutor executor = new SharedExecutor(connection.executor());
        return new RedisBanStore(executor, new RedisNews(executor, prefix), prefix, time);
    }

    @Test
    void aBanThatTheListHasLostIsListedAgainByWhoFindsIt() {
        String prefix = TestRedis.newPrefix();
        BanStore store = createStore(prefix, new ManualTime(Instant.parse("2026-01-01T00:00:00Z")));
        Subject subject = Subject.of("ip", "203.0.113.7");
        join(store.strike(subject, BanRule.HONEYPOT, null));
        join(connection
                .executor()
                .run(new RedisScript("redis.call('DEL', KEYS[1]) return { 1 }"), List.of(prefix + "bans"), List.of()));
        assertThat(join(store.list(null, 10, false)).bans()).isEmpty();

        join(store.announce(subject, join(store.standing(subject))));

        assertThat(join(store.list(null, 10, false)).bans())
                .singleElement()
                .satisfies(ban -> assertThat(ban.subject()).isEqualTo(subject));
    }
}
