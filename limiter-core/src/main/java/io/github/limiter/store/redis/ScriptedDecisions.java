package io.github.limiter.store.redis;

import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Decisions, each one run of a script: what its arguments and its reply mean. The keys of one run share a slot. */
final class ScriptedDecisions {

    private static final int REPLY_PER_LIMIT = 4;

    private final ScriptExecutor executor;
    private final KeyNames keys;
    private final RedisScript decide;
    private final Map<String, RedisScript> decideOne;
    private final RedisScript giveBack;
    private final @Nullable TimeSource clock;

    ScriptedDecisions(
            ScriptExecutor executor,
            KeyNames keys,
            RedisScript decide,
            Map<String, RedisScript> decideOne,
            RedisScript giveBack,
            @Nullable TimeSource clock) {
        this.executor = executor;
        this.keys = keys;
        this.decide = decide;
        this.decideOne = decideOne;
        this.giveBack = giveBack;
        this.clock = clock;
    }

    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return checks.size() == 1 ? decideOne(checks) : decideSeveral(checks);
    }

    private CompletionStage<List<LimitResult>> decideOne(List<LimitCheck> checks) {
        LimitCheck check = checks.get(0);
        RedisScript script =
                Objects.requireNonNull(decideOne.get(check.algorithm().name()), "an unknown algorithm");
        long now = nodeTime();
        List<String> arguments = newArguments(now, 1);
        arguments.add(Long.toString(check.cost()));
        for (long number : check.algorithm().luaNumbers(check.quota(), now)) {
            arguments.add(Long.toString(number));
        }
        return executor.run(script, List.of(keys.of(check.key())), arguments)
                .thenApply(reply -> results(checks, reply));
    }

    private CompletionStage<List<LimitResult>> decideSeveral(List<LimitCheck> checks) {
        long now = nodeTime();
        List<String> names = new ArrayList<>(checks.size());
        List<String> arguments = newArguments(now, checks.size());
        for (LimitCheck check : checks) {
            names.add(keys.of(check.key()));
            arguments.add(check.algorithm().name());
            arguments.add(check.enforced() ? "1" : "0");
            arguments.add(Long.toString(check.cost()));
            addNumbers(arguments, check, now);
        }
        return executor.run(decide, names, arguments).thenApply(reply -> results(checks, reply));
    }

    /** Gives back what these were charged; not empty. */
    CompletionStage<Void> giveBack(List<LimitResult> charged) {
        long now = nodeTime();
        List<String> names = new ArrayList<>(charged.size());
        List<String> arguments = newArguments(now, charged.size());
        for (LimitResult result : charged) {
            LimitCheck check = result.check();
            names.add(keys.of(check.key()));
            arguments.add(check.algorithm().name());
            arguments.add(Long.toString(check.cost()));
            arguments.add(Long.toString(result.departure()));
            addNumbers(arguments, check, now);
        }
        return executor.run(giveBack, names, arguments).thenAccept(reply -> {});
    }

    private long nodeTime() {
        return (clock == null ? TimeSource.system() : clock).micros();
    }

    private List<String> newArguments(long now, int limits) {
        List<String> arguments = new ArrayList<>(1 + limits * 8);
        arguments.add(clock == null ? "" : Long.toString(now));
        return arguments;
    }

    private static void addNumbers(List<String> arguments, LimitCheck check, long now) {
        RateLimitAlgorithm algorithm = check.algorithm();
        long[] numbers = algorithm.luaNumbers(check.quota(), now);
        arguments.add(Integer.toString(numbers.length));
        for (long number : numbers) {
            arguments.add(Long.toString(number));
        }
    }

    private static List<LimitResult> results(List<LimitCheck> checks, List<Long> reply) {
        long now = reply.get(0);
        boolean admitted = true;
        for (int i = 0; i < checks.size(); i++) {
            admitted &= retryAfter(reply, i) == 0 || !checks.get(i).enforced();
        }
        List<LimitResult> results = new ArrayList<>(checks.size());
        for (int i = 0; i < checks.size(); i++) {
            int at = 1 + i * REPLY_PER_LIMIT;
            long retryAfter = retryAfter(reply, i);
            long delay = reply.get(at + 3);
            results.add(new LimitResult(
                    checks.get(i),
                    retryAfter == 0,
                    retryAfter == 0 && admitted,
                    reply.get(at + 1),
                    retryAfter,
                    reply.get(at + 2),
                    delay,
                    now + delay));
        }
        return results;
    }

    private static long retryAfter(List<Long> reply, int limit) {
        return reply.get(1 + limit * REPLY_PER_LIMIT);
    }
}
