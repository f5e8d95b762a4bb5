package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.time.TimeSource;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator orders on one node holds on all, and ends on all. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NodesOnRedisTests {

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String prefix = TestRedis.newPrefix();
    private final RedisClient client = RedisClient.create(TestRedis.uri());
    private final List<RedisNews> news = new ArrayList<>();
    private final List<Load> nodes = new ArrayList<>();
    private ScriptExecutor executor;

    @BeforeEach
    void threeNodes() {
        executor = LettuceScriptExecutor.connect(client);
        for (int i = 0; i < 3; i++) {
            nodes.add(node());
        }
    }

    private Load node() {
        RedisNews ofNode = new RedisNews(executor, prefix);
        news.add(ofNode);
        Load load = new Load(
                LoadRules.DEFAULT, List.of(), null, new RedisLoadStore(executor, prefix), ofNode, TimeSource.system());
        ofNode.start();
        await(ofNode::isCurrent);
        return load;
    }

    @AfterEach
    void stop() {
        news.forEach(RedisNews::close);
        executor.close();
        client.shutdown();
    }

    /** How long it took. */
    private static long await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
            Thread.onSpinWait();
        }
        return System.nanoTime() - begin;
    }

    private boolean all(LoadLevel level) {
        return nodes.stream().allMatch(node -> node.state().level() == level);
    }

    @Test
    void anOrderReachesThreeNodesWithinASecondAndEndsByItself() {
        nodes.get(0)
                .order(LoadOrder.of(LoadLevel.CRITICAL), Duration.ofSeconds(3), "alice")
                .toCompletableFuture()
                .join();

        assertThat(await(() -> all(LoadLevel.CRITICAL))).isLessThan(SECOND_NANOS);
        assertThat(await(() -> all(LoadLevel.NORMAL))).isBetween(SECOND_NANOS, 3 * SECOND_NANOS);
        assertThat(nodes).allMatch(node -> node.ordered() == null);
    }

    @Test
    void aWithdrawalReachesThemToo() {
        nodes.get(1)
                .order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice")
                .toCompletableFuture()
                .join();
        await(() -> all(LoadLevel.PEAK));

        nodes.get(2).withdraw("bob").toCompletableFuture().join();

        assertThat(await(() -> all(LoadLevel.NORMAL))).isLessThan(SECOND_NANOS);
    }

    @Test
    void aNodeThatStartsLaterKnowsIt() {
        nodes.get(0)
                .order(LoadOrder.of(LoadLevel.PEAK), Duration.ofHours(1), "alice")
                .toCompletableFuture()
                .join();

        nodes.add(node());

        assertThat(await(() -> all(LoadLevel.PEAK))).isLessThan(SECOND_NANOS);
    }
}
