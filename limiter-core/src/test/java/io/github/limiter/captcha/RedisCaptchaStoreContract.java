package io.github.limiter.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** And what is to be seen on the server. */
abstract class RedisCaptchaStoreContract extends CaptchaStoreContract {

    private static RedisClient client;
    static RedisCommands<String, String> redis;

    final String prefix = TestRedis.newPrefix();

    abstract ScriptExecutor executor();

    @BeforeAll
    static void openBackDoor() {
        client = RedisClient.create(TestRedis.uri());
        redis = client.connect().sync();
    }

    @AfterAll
    static void closeBackDoor() {
        client.shutdown();
    }

    @Override
    protected CaptchaStore createStore(int bound, ManualTime time) {
        return new RedisCaptchaStore(executor(), prefix, bound, time);
    }

    static Challenge challenge() {
        return new Challenge(Tokens.newId(), "image", "secret", 3, 120_000_000);
    }

    @Test
    void everyKeyHasATimeToLive() {
        CaptchaStore onServerTime = new RedisCaptchaStore(executor(), prefix, 2_560);
        for (int i = 0; i < 50; i++) {
            get(onServerTime.keep(challenge()));
        }
        get(onServerTime.count(
                Subject.of("ip", "203.0.113.7"), Misstep.WRONG_ANSWER, 5, Duration.ofMinutes(10), Duration.ZERO));
        get(onServerTime.grant("digest", Duration.ofHours(1)));
        get(onServerTime.accept("digest", new Holder("user:carol", "subnet:10.0.1.0/24"), 3));
        get(onServerTime.accept("digest", new Holder(null, "subnet:10.0.1.0/24"), 3));

        List<String> keys = redis.keys(prefix + '*');
        assertThat(keys).hasSizeGreaterThan(60).allMatch(key -> redis.pttl(key) > 0);
        assertThat(keys)
                .allMatch(key -> key.matches(Pattern.quote(prefix)
                        + "\\{(captcha:\\d+}:challenges(:order)?|ip:203.0.113.7}:captcha-wrong|pass:digest}:pass)"));
    }

    @Test
    void challengesThatComeAndGoLeaveNothingBehind() {
        CaptchaStore bounded = new RedisCaptchaStore(executor(), prefix, 2_560);
        for (int i = 0; i < 5_000; i++) {
            Challenge challenge = challenge();
            get(bounded.keep(challenge));
            get(bounded.take(challenge.id()));
        }

        assertThat(redis.keys(prefix + "*:challenges")).isEmpty();
        assertThat(redis.keys(prefix + "*:order").stream()
                        .mapToLong(redis::llen)
                        .sum())
                .isLessThanOrEqualTo(2_560);
    }

    @Test
    void missteps_thatAnEarlierVersionCounted_count() {
        long end = time.micros() + 60_000_000;
        redis.set(prefix + "{ip:203.0.113.7}:captcha-wrong", end + " 4");

        assertThat(get(createStore(2_560, time)
                        .count(
                                Subject.of("ip", "203.0.113.7"),
                                Misstep.WRONG_ANSWER,
                                5,
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(1))))
                .isTrue();
    }
}
