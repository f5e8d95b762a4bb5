package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.spring.autoconfigure.RedisApplicationTests.Stock;
import io.github.limiter.store.redis.RedisServer;
import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** A server that nobody may use without a name, and the least rights that this one needs. */
class SecuredRedisTests {

    private static final String USER = "limiter";

    private final RedisServer server = new RedisServer(
            "--user default on nopass -@all +ping",
            "--user admin on >admin-secret ~* &* +@all",
            "--user " + USER + " on >limiter-secret ~limiter:* -@all +@read +@write +@scripting +@connection +time");

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "redisson"})
    void isUsedUnderAName(String client) {
        String uri = "redis://" + USER + ":limiter-secret@127.0.0.1:" + server.port();

        RedisApplicationTests.node(uri, "limiter:", client).run(this::limits);
    }

    @Test
    void isUsedOverTls(@TempDir Path directory) throws Exception {
        try (TlsWire wire = new TlsWire(server, directory)) {
            String uri = "rediss://" + USER + ":limiter-secret@127.0.0.1:" + wire.port();

            RedisApplicationTests.node(uri, "limiter:", "lettuce")
                    .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.data.redis.ssl.bundle=redis",
                            "spring.ssl.bundle.jks.redis.truststore.location="
                                    + wire.trusted().toUri(),
                            "spring.ssl.bundle.jks.redis.truststore.password=" + TlsWire.PASSWORD,
                            "spring.ssl.bundle.jks.redis.truststore.type=PKCS12")
                    .run(this::limits);
        }
    }

    private void limits(AssertableApplicationContext context) {
        Stock stock = context.getBean(Stock.class);
        stock.take();
        stock.take();
        stock.take();

        assertThatExceptionOfType(RejectedException.class)
                .isThrownBy(stock::take)
                .satisfies(e -> assertThat(e.decision().outcome()).isEqualTo(Outcome.LIMITED))
                .satisfies(e -> assertThat(e.decision().isDegraded()).isFalse());
        try (RedisClient redis = RedisClient.create("redis://admin:admin-secret@127.0.0.1:" + server.port())) {
            assertThat(redis.connect().sync().aclLog())
                    // Redisson tries out whether the server knows scripts, by a key of its own.
                    .filteredOn(denied -> !"test1".equals(denied.get("object")))
                    .as("what was denied")
                    .isEmpty();
        }
    }
}
