package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Immunity;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.ban.Witness;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Outcome;
import io.github.limiter.guard.Policies;
import io.github.limiter.guard.Shedding;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What bans cost in calls to Redis. */
class BanRoundTripTests {

    private static final BanRule RULE = BanRule.LIMITED.withSpacing(Duration.ZERO);

    private final Client.Connection connection = Client.LETTUCE.connect(TestRedis.uri());
    private final String prefix = TestRedis.newPrefix();
    private final RedisNews news = new RedisNews(connection.executor(), prefix);
    private final AtomicInteger calls = new AtomicInteger();
    private final DimensionRegistry dimensions = new DimensionRegistry(64, MissingUser.IP, List.of());
    private final Limit limit = new Policies("shop", Stores.ALGORITHMS, dimensions)
            .define(new RatePolicy(
                    "products",
                    Algorithms.SLIDING_WINDOW,
                    Quota.of(10, Duration.ofHours(1)),
                    Dimensions.IP,
                    Tier.P1,
                    Mode.ENFORCE,
                    FailureMode.BY_TIER,
                    false));
    private final Caller caller = new Caller(
            new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For").resolve("203.0.113.7", List.of()),
            null,
            "a request");
    private Bans bans;
    private Guard guard;

    /** All calls are counted but those of the beat by which news are read. */
    private ScriptExecutor counting() {
        return new SharedExecutor(connection.executor()) {
            @Override
            public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
                calls.incrementAndGet();
                return super.run(script, keys, arguments);
            }

            @Override
            public CompletionStage<List<String>> runForText(
                    RedisScript script, List<String> keys, List<String> arguments) {
                calls.incrementAndGet();
                return super.runForText(script, keys, arguments);
            }
        };
    }

    @BeforeEach
    void start() {
        ScriptExecutor executor = counting();
        bans = new Bans(
                new RedisBanStore(executor, news, prefix),
                BanSettings.DEFAULT,
                dimensions,
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());
        guard = new Guard(
                AllowList.EMPTY,
                Shedding.NONE,
                new RedisStore(executor, prefix, Stores.ALGORITHMS),
                new WaitingRoom(TimeSource.system(), 0),
                List.of(),
                bans,
                true);
        news.start();
        Await.until("the node knows the bans that there are", bans::isCertain);
        calls.set(0);
    }

    @AfterEach
    void stop() {
        news.close();
        connection.close();
    }

    private List<Outcome> call(int times) {
        GuardRequest request = new GuardRequest(caller, List.of(new Charge(limit, null, 1)), true, RULE);
        return Stream.generate(() -> guard.decide(request).outcome())
                .limit(times)
                .toList();
    }

    @Test
    void anAllowedCallPaysNothingForThem() {
        assertThat(call(10)).containsOnly(Outcome.ALLOWED);

        assertThat(calls).hasValue(10);
    }

    @Test
    void aRefusalIsCountedInTheCallThatRefuses() {
        call(10);
        calls.set(0);

        assertThat(call(3)).containsOnly(Outcome.LIMITED);

        assertThat(calls).hasValue(3);
    }

    @Test
    void theBannedCostNothing() {
        call(13);
        calls.set(0);

        assertThat(call(1_000)).containsOnly(Outcome.BANNED);

        assertThat(calls).hasValue(0);
    }
}
