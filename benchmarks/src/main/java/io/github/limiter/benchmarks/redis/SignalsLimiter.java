package io.github.limiter.benchmarks.redis;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.RedisRiskStore;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.Sanctions;
import io.github.limiter.risk.Signals;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Six signals of one user in one call: a set, and five that are numbers. Nobody is suspected of anything. */
final class SignalsLimiter implements RedisLimiter {

    static final List<String> SIX = List.of(
            Signals.VELOCITY, Signals.ITEMS, Signals.REGULAR, Signals.SEQUENCE, Signals.FAILURES, Signals.NO_REFERRER);

    private static final String SCENE = "benchmark";
    private static final int PAGES = 100;
    private static final long NEVER = 1_000_000;
    private static final int POINTS = 20;

    private final RiskGuard guard;
    private final AtomicInteger pages = new AtomicInteger();

    SignalsLimiter(RedisClient client, String prefix) {
        List<SignalRule> rules = SIX.stream()
                .map(signal -> SignalRule.of(signal, signal, Dimensions.USER, NEVER, POINTS)
                        .within(Duration.ofMinutes(10)))
                .toList();
        this.guard = new RiskGuard(
                List.of(Scene.of(SCENE, Mode.ENFORCE, rules)),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                new RedisRiskStore(LettuceScriptExecutor.connect(client), prefix, Duration.ofSeconds(10)),
                GoodBots.none(),
                List.of(),
                TrapPaths.of(List.of(), ""),
                Sanctions.NONE);
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        String path = "/products/" + pages.getAndIncrement() % PAGES;
        RequestFacts request =
                new RequestFacts("GET", RequestPath.of(path), null, "Mozilla/5.0 (a browser)", null, "en", true, true);
        return guard.assess(SCENE, RiskEvent.of(new Caller(null, user, null), request))
                .thenApply(Assessment::admits);
    }
}
