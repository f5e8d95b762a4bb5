package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.Applications;
import io.github.limiter.store.redis.RedisServer;
import io.github.limiter.store.redis.TestRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications that count on Redis. */
class RedisApplicationTests {

    static class Stock {

        @RateLimit(name = "take", dimension = "interface", limit = 3, window = "1h")
        public String take() {
            return "taken";
        }
    }

    static ApplicationContextRunner node(String uri, String prefix, String client) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class, Applications.bootsRedis()))
                .withBean(Stock.class)
                .withPropertyValues(
                        "spring.application.name=stock",
                        "spring.data.redis.url=" + uri,
                        "limiter.redis.key-prefix=" + prefix,
                        "limiter.redis.deadline=2s",
                        "limiter.redis.client=" + client);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "redisson"})
    void twoNodesShareALimit(String client) {
        String prefix = TestRedis.newPrefix();
        ApplicationContextRunner node = node(TestRedis.uri(), prefix, client);
        node.run(first -> node.run(second -> {
            first.getBean(Stock.class).take();
            second.getBean(Stock.class).take();
            first.getBean(Stock.class).take();

            for (var refusing : List.of(first, second)) {
                assertThatExceptionOfType(RejectedException.class)
                        .isThrownBy(() -> refusing.getBean(Stock.class).take())
                        .satisfies(e -> assertThat(e.decision().outcome()).isEqualTo(Outcome.LIMITED));
            }
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "redisson"})
    void everyKeyButTheEpochEndsByItself(String client) {
        String prefix = TestRedis.newPrefix();
        node(TestRedis.uri(), prefix, client).run(context -> {
            context.getBean(Stock.class).take();

            try (RedisClient redis = RedisClient.create(TestRedis.uri())) {
                var commands = redis.connect().sync();
                assertThat(ScanIterator.scan(commands, ScanArgs.Builder.matches(prefix + "*")).stream())
                        .contains(prefix + "{interface:take}:limit:stock:take")
                        .filteredOn(key -> !key.equals(prefix + "epoch"))
                        .allSatisfy(key -> assertThat(commands.pttl(key)).isPositive());
            }
        });
    }

    @Test
    void startsWithoutRedisAndHoldsItsFailureModes() {
        try (RedisServer server = new RedisServer()) {
            String uri = server.uri();
            server.kill();

            node(uri, "limiter:", "lettuce").run(context -> {
                assertThat(context).hasNotFailed();
                assertThat(context.getBean(Stock.class).take()).isEqualTo("taken");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "redisson"})
    void hasDecidedForNobodyBeforeItIsReadySoThatTheFirstCallersDoNotWait(String client) {
        try (RedisServer server = new RedisServer()) {
            node(server.uri(), "limiter:", client).run(context -> {
                try (RedisClient redis = RedisClient.create(server.uri())) {
                    String evalsha = redis.connect()
                            .sync()
                            .info("commandstats")
                            .lines()
                            .filter(line -> line.startsWith("cmdstat_evalsha:"))
                            .findFirst()
                            .orElse("none");
                    assertThat(evalsha).matches("cmdstat_evalsha:calls=\\d{2,},.*");
                }
            });
        }
    }
}
