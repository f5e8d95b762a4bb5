package io.github.limiter.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.lettuce.core.RedisClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LettuceCaptchaStoreTests extends RedisCaptchaStoreContract {

    private static RedisClient client;
    private static ScriptExecutor executor;

    @BeforeAll
    static void connect() {
        client = RedisClient.create(TestRedis.uri());
        executor = LettuceScriptExecutor.connect(client);
    }

    @AfterAll
    static void disconnect() {
        executor.close();
        client.shutdown();
    }

    @Override
    ScriptExecutor executor() {
        return executor;
    }

    @Test
    void aMillionChallengesTakeNoMoreThanTheBound() {
        CaptchaStore bounded = new RedisCaptchaStore(executor(), prefix, 2_560);
        List<CompletionStage<Void>> underWay = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            underWay.add(bounded.keep(challenge()));
            if (underWay.size() == 500) {
                underWay.forEach(CaptchaStoreContract::get);
                underWay.clear();
            }
        }

        long kept = 0;
        long listed = 0;
        for (String key : redis.keys(prefix + '*')) {
            if (key.endsWith(":order")) {
                listed += redis.llen(key);
            } else {
                kept += redis.hlen(key);
            }
        }
        assertThat(kept).isBetween(2_000L, 2_560L);
        assertThat(listed).isBetween(kept, 2_560L);
    }
}
