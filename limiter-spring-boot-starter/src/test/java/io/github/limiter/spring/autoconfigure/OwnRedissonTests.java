package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.TestRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.config.Config;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.StandardEnvironment;

/** What a Redisson client that the library makes takes from Boot's properties. */
class OwnRedissonTests {

    private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withPropertyValues(
                    "limiter.redis.client=redisson",
                    "limiter.redis.key-prefix=" + TestRedis.newPrefix(),
                    "spring.data.redis.url=" + TestRedis.uri());

    private static Config config(String... properties) {
        StandardEnvironment environment = new StandardEnvironment();
        TestPropertyValues.of(properties).applyTo(environment);
        return OwnRedisson.config(environment);
    }

    @Test
    void connectionsHaveTheNameThatIsSet() {
        APPLICATION.withPropertyValues("spring.data.redis.client-name=stock-7").run(context -> {
            try (RedisClient redis = RedisClient.create(TestRedis.uri())) {
                assertThat(redis.connect().sync().clientList()).contains(" name=stock-7 ");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.data.redis.host=redis.example", "spring.data.redis.url=redis://redis.example"})
    void connectionsHaveNoNameUnlessOneIsSet(String server) {
        assertThat(config(server).useSingleServer().getClientName()).isNull();
    }

    @Test
    void theNameIsForSentinelsAndClustersToo() {
        assertThat(config(
                                "spring.data.redis.sentinel.master=m",
                                "spring.data.redis.sentinel.nodes=sentinel.example:26379",
                                "spring.data.redis.client-name=stock-7")
                        .useSentinelServers()
                        .getClientName())
                .isEqualTo("stock-7");
        assertThat(config("spring.data.redis.cluster.nodes=node.example:6379", "spring.data.redis.client-name=stock-7")
                        .useClusterServers()
                        .getClientName())
                .isEqualTo("stock-7");
    }

    @Test
    void aBundleThatWouldNotBeUsedStopsTheStart() {
        StartFailure failure = StartFailure.of(APPLICATION.withPropertyValues("spring.data.redis.ssl.bundle=shop"));

        assertThat(failure.description()).contains("spring.data.redis.ssl.bundle", "shop", "Redisson");
        assertThat(failure.action()).contains("RedissonClient bean", "limiter.redis.client", "lettuce");
    }
}
