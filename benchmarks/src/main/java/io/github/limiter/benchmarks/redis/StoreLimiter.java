package io.github.limiter.benchmarks.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.CounterKey;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.RedisStore;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** This library's store: one limit; or a ban check and several limits, in one call or in one each. */
final class StoreLimiter implements RedisLimiter {

    /** How a decision is asked for. */
    enum Calls {
        /** All in one. */
        ONE("one call"),
        /** One for the ban and one a limit, each after the answer to the one before. */
        IN_TURN("four calls in turn"),
        /** One for the ban and one a limit, all sent before the first answer. */
        AT_ONCE("four calls at once");

        private final String title;

        Calls(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private final LimiterStore store;
    private final String prefix;
    private final Calls calls;
    private final List<LimitTemplate> limits;

    /** Asks for bans; null where there are none to ask for. */
    private final @Nullable RedisAsyncCommands<String, String> bans;

    /** All of a check but the subject. */
    private record LimitTemplate(RatePolicy policy, String scope, RateLimitAlgorithm algorithm) {

        LimitCheck check(Subject subject) {
            return new LimitCheck(policy, new CounterKey(subject, scope, null), algorithm, policy.quota(), 1);
        }
    }

    /** One limit. */
    StoreLimiter(ScriptExecutor executor, String prefix, String algorithm, Quantity quantity) {
        this(executor, prefix, algorithm, quantity, 1, Calls.ONE, null);
    }

    /** A ban check and several limits, through Lettuce. */
    StoreLimiter(RedisClient client, String prefix, String algorithm, Quantity quantity, int limits, Calls calls) {
        this(
                LettuceScriptExecutor.connect(client),
                prefix,
                algorithm,
                quantity,
                limits,
                calls,
                client.connect().async());
    }

    private StoreLimiter(
            ScriptExecutor executor,
            String prefix,
            String algorithm,
            Quantity quantity,
            int limits,
            Calls calls,
            @Nullable RedisAsyncCommands<String, String> bans) {
        AlgorithmRegistry algorithms = new AlgorithmRegistry(List.of());
        this.prefix = prefix;
        this.bans = bans;
        this.store = new RedisStore(executor, prefix, algorithms);
        this.calls = calls;
        this.limits = IntStream.rangeClosed(1, limits)
                .mapToObj(i -> new LimitTemplate(
                        policy("limit-" + i, algorithm, quantity), "shop:limit-" + i, algorithms.get(algorithm)))
                .toList();
    }

    private static RatePolicy policy(String name, String algorithm, Quantity quantity) {
        return new RatePolicy(
                name,
                algorithm,
                Quota.of(quantity.limit(), quantity.window()),
                Dimensions.USER,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.OPEN,
                false);
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        List<LimitCheck> checks = checks(user);
        return calls == Calls.ONE
                ? decide(checks)
                : checks.stream()
                        .map(check -> decide(List.of(check)))
                        .reduce(notBanned(user), (one, other) -> one.thenCombine(other, Boolean::logicalAnd));
    }

    @Override
    public boolean tryAcquire(String user) {
        return calls == Calls.IN_TURN
                ? notBanned(user).toCompletableFuture().join()
                        && checks(user).stream()
                                .allMatch(check -> decide(List.of(check))
                                        .toCompletableFuture()
                                        .join())
                : ask(user).toCompletableFuture().join();
    }

    private List<LimitCheck> checks(String user) {
        Subject subject = Subject.of(Dimensions.USER, user);
        List<LimitCheck> checks = new ArrayList<>(limits.size());
        boolean strikes = bans != null && calls == Calls.ONE;
        for (LimitTemplate limit : limits) {
            LimitCheck check = limit.check(subject);
            checks.add(strikes ? check.counting(BanRule.LIMITED) : check);
        }
        return checks;
    }

    private CompletionStage<Boolean> notBanned(String user) {
        return bans == null
                ? CompletableFuture.completedStage(true)
                : bans.exists(prefix + "{user:" + user + "}:ban").thenApply(found -> found == 0);
    }

    private CompletionStage<Boolean> decide(List<LimitCheck> checks) {
        return store.decide(checks).thenApply(StoreLimiter::admitted);
    }

    private static boolean admitted(List<LimitResult> results) {
        for (LimitResult result : results) {
            if (!result.charged()) {
                return false;
            }
        }
        return true;
    }
}
