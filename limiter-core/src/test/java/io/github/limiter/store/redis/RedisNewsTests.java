package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.News;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nodes on one Redis hear from each other, and what they notice to have missed. */
class RedisNewsTests {

    private static final String GAP = "(gap)";

    private final String prefix = TestRedis.newPrefix();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private RedisServer server;
    private Stores one;
    private Stores other;
    private RedisNews publisher;
    private RedisNews reader;

    @BeforeEach
    void start() {
        server = new RedisServer();
        one = new Stores(Client.LETTUCE, server.uri());
        other = new Stores(Client.REDISSON, server.uri());
        publisher = new RedisNews(one.executor(), prefix);
        reader = new RedisNews(other.executor(), prefix);
        reader.subscribe("weather", new News.Reader() {
            @Override
            public void onNews(String text) {
                heard.add(text);
            }

            @Override
            public void onGap() {
                heard.add(GAP);
            }
        });
        reader.start();
        Await.until("the reader has begun", () -> heard.equals(List.of(GAP)));
    }

    @AfterEach
    void stop() {
        reader.close();
        one.close();
        other.close();
        server.close();
    }

    private void publish(String text) {
        publisher
                .publish("weather", text)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private void publishMany(int number) {
        CompletableFuture.allOf(IntStream.range(0, number)
                        .mapToObj(i -> publisher.publish("weather", "many").toCompletableFuture())
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    @Test
    void areHeardOnOtherNodesWithinASecond() {
        long published = System.nanoTime();
        publish("rain");

        Await.until("it is heard", () -> heard.contains("rain"));
        assertThat(Duration.ofNanos(System.nanoTime() - published)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void whatWasPublishedWhileANodeWasCutOffIsHeardLater() {
        publish("rain");
        server.freeze();
        Await.until("the node knows that it hears nothing", () -> !reader.isCurrent());
        server.thaw();
        publish("sun");

        Await.until("both are heard", () -> heard.equals(List.of(GAP, "rain", "sun")));
        assertThat(reader.isCurrent()).isTrue();
    }

    @Test
    void aLossOfAllDataIsAGap() {
        publish("rain");
        Await.until("it is heard", () -> heard.contains("rain"));

        one.redis().flushall();
        publish("sun");

        Await.until("the loss is noticed", () -> heard.subList(2, heard.size()).contains(GAP));
    }

    @Test
    void aReaderWhoCaresIsToldALossFromAGap() {
        publish("rain");
        Await.until("it is heard", () -> heard.contains("rain"));
        reader.subscribe("weather", new RedisNews.TimedReader() {
            @Override
            public void onNews(String text, long notBefore, long notAfter) {
                heard.add("timed " + text);
            }

            @Override
            public void onGap() {
                heard.add("timed gap");
            }

            @Override
            public void onLoss() {
                heard.add("timed loss");
            }
        });
        Await.until("it has begun", () -> heard.contains("timed gap"));

        one.redis().flushall();
        publish("sun");
        Await.until("the loss is noticed", () -> heard.contains("timed loss"));
        publish("snow");
        Await.until("news go on", () -> heard.contains("timed snow"));

        assertThat(heard).containsSubsequence(GAP, "rain", "timed gap", "timed loss", "timed snow");
        assertThat(heard).filteredOn("timed gap"::equals).hasSize(1);
    }

    @Test
    void whatIsDroppedBeforeItWasReadIsAGap() {
        publish("rain");
        Await.until("it is heard", () -> heard.contains("rain"));
        reader.close();

        publishMany(11_000);
        reader.readOn().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();

        assertThat(heard).containsExactly(GAP, "rain", GAP);
        assertThat(one.redis().xlen(prefix + "news")).isBetween(10_000L, 10_200L);
    }

    @Test
    void theStreamEndsByItself() {
        publish("rain");

        assertThat(one.redis().pttl(prefix + "news")).isBetween(604_790_000L, 604_800_000L);
    }
}
