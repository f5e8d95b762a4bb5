package io.github.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.store.redis.Await;
import io.github.limiter.store.redis.RedisServer;
import io.lettuce.core.AclCategory;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an application goes through with its Redis. */
@ParameterizedClass
@ValueSource(strings = {"lettuce", "redisson"})
@ExtendWith(OutputCaptureExtension.class)
class RedisOutageTests {

    static class Shop {

        @RateLimit(name = "order", tier = Tier.P0, dimension = "interface", limit = 3, window = "1h")
        public void order() {}

        @RateLimit(name = "browse", tier = Tier.P2, dimension = "interface", limit = 1_000, window = "1h")
        public void browse() {}
    }

    @Parameter
    private String client;

    private RedisServer server;

    @BeforeEach
    void start() {
        server = new RedisServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private ApplicationContextRunner application() {
        return RedisApplicationTests.node(server.uri(), "limiter:", client)
                .withPropertyValues("limiter.redis.deadline=500ms")
                .withBean(Shop.class);
    }

    @Test
    void itsFailureModesHoldWhileRedisIsGone() {
        application().run(context -> {
            Shop shop = context.getBean(Shop.class);
            assertThat(outcome(shop::order)).isEqualTo(Outcome.ALLOWED);
            assertThat(outcome(shop::browse)).isEqualTo(Outcome.ALLOWED);

            server.kill();
            assertThat(outcome(shop::browse)).isEqualTo(Outcome.UNAVAILABLE);
            assertThat(outcome(shop::order)).isEqualTo(Outcome.ALLOWED);
            assertThat(outcome(shop::order)).isEqualTo(Outcome.ALLOWED);
            assertThat(outcome(shop::order)).isEqualTo(Outcome.LIMITED);

            server.start();
            awaitRecovery(shop);
        });
    }

    @Test
    void itStartsWithoutRedis(CapturedOutput output) {
        server.kill();
        application().run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).contains("No connection to Redis");
            Shop shop = context.getBean(Shop.class);
            assertThat(outcome(shop::order)).isEqualTo(Outcome.ALLOWED);
            assertThat(outcome(shop::browse)).isEqualTo(Outcome.UNAVAILABLE);

            server.start();
            awaitRecovery(shop);
        });
    }

    @Test
    void itStartsWhileRedisIsFrozenAndLetsNobodyWait() {
        server.freeze();
        application()
                .withPropertyValues("spring.data.redis.timeout=500ms", "spring.data.redis.connect-timeout=500ms")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    for (int call = 0; call < 10; call++) {
                        long begin = System.nanoTime();
                        assertThat(outcome(shop::browse)).isEqualTo(Outcome.UNAVAILABLE);
                        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                                .as("the deadline, and a second for a busy machine")
                                .isLessThan(Duration.ofMillis(1_500));
                    }

                    server.thaw();
                    awaitRecovery(shop);
                });
    }

    @Test
    void itSaysThatScriptsAreForbidden(CapturedOutput output) {
        application().run(context -> {
            Shop shop = context.getBean(Shop.class);
            tell(redis -> redis.aclSetuser("default", AclSetuserArgs.Builder.removeCategory(AclCategory.SCRIPTING)));

            Await.until("the store is left alone", () -> {
                assertThat(outcome(shop::browse)).isEqualTo(Outcome.UNAVAILABLE);
                return output.getOut().contains("The store does not answer");
            });
            assertThat(output).contains("NOPERM");

            tell(redis -> redis.aclSetuser("default", AclSetuserArgs.Builder.allCommands()));
            awaitRecovery(shop);
        });
    }

    @Test
    void itSaysThatThePasswordIsMissing(CapturedOutput output) {
        tell(redis -> redis.configSet("requirepass", "secret"));
        application().run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(outcome(context.getBean(Shop.class)::browse)).isEqualTo(Outcome.UNAVAILABLE);
            assertThat(output).contains("NOAUTH");
        });
    }

    private static void awaitRecovery(Shop shop) {
        Await.until("the shared count is asked again", () -> outcome(shop::browse) == Outcome.ALLOWED);
    }

    private static Outcome outcome(Runnable call) {
        try {
            call.run();
            return Outcome.ALLOWED;
        } catch (RejectedException e) {
            return e.decision().outcome();
        }
    }

    private void tell(Consumer<RedisCommands<String, String>> command) {
        try (RedisClient redis = RedisClient.create(server.uri())) {
            command.accept(redis.connect().sync());
        }
    }
}
