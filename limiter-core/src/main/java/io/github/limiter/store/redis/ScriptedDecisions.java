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

    /** As many as most limits have. */
    private static final int ARGUMENTS_PER_LIMIT = 8;

    private final ScriptExecutor executor;
    private final KeyNames keys;
    private final Scripts scripts;
    private final RuleText rules = new RuleText();
    private final @Nullable TimeSource clock;

    ScriptedDecisions(ScriptExecutor executor, KeyNames keys, Scripts scripts, @Nullable TimeSource clock) {
        this.executor = executor;
        this.keys = keys;
        this.scripts = scripts;
        this.clock = clock;
    }

    /** One for several limits, and one for a single limit of each algorithm; the same for subjects that may be struck. */
    record Scripts(
            RedisScript several,
            Map<String, RedisScript> one,
            RedisScript guardedSeveral,
            Map<String, RedisScript> guardedOne,
            RedisScript giveBack) {

        static Scripts of(ScriptComposer composer, boolean cluster) {
            return new Scripts(
                    composer.compose("decide.lua"),
                    composer.composeForEach("decide_one.lua"),
                    composer.composeGuarded("decide.lua", cluster),
                    composer.composeGuardedForEach("decide_one.lua", cluster),
                    composer.compose("give_back.lua"));
        }

        List<RedisScript> all() {
            List<RedisScript> all = new ArrayList<>(List.of(several, giveBack, guardedSeveral));
            all.addAll(one.values());
            all.addAll(guardedOne.values());
            return all;
        }
    }

    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        Targets targets = Targets.of(checks);
        if (targets != null) {
            return decideGuarded(checks, targets);
        }
        return checks.size() == 1
                ? decideOne(checks)
                : decideTogether(List.of(prepare(checks)))
                        .thenApply(results -> Objects.requireNonNull(results.get(0), "one alone fails as a whole"));
    }

    private CompletionStage<List<LimitResult>> decideOne(List<LimitCheck> checks) {
        LimitCheck check = checks.get(0);
        return executor.run(of(scripts.one, check.algorithm()), List.of(keys.of(check.key())), argumentsOfOne(check))
                .thenApply(reply -> results(checks, reply, 0));
    }

    private static RedisScript of(Map<String, RedisScript> scripts, RateLimitAlgorithm algorithm) {
        return Objects.requireNonNull(scripts.get(algorithm.name()), "an unknown algorithm");
    }

    private List<String> argumentsOfOne(LimitCheck check) {
        long now = nodeTime();
        List<String> arguments = newArguments(now, 1);
        arguments.add(Long.toString(check.cost()));
        for (long number : check.algorithm().luaNumbers(check.quota(), now)) {
            arguments.add(Long.toString(number));
        }
        return arguments;
    }

    /** Refuses the banned, and strikes whom it refuses. */
    private CompletionStage<List<LimitResult>> decideGuarded(List<LimitCheck> checks, Targets targets) {
        LimitCheck first = checks.get(0);
        List<String> names = new ArrayList<>();
        List<String> arguments;
        if (checks.size() == 1) {
            names.add(keys.of(first.key()));
            arguments = argumentsOfOne(first);
        } else {
            Call call = prepare(checks);
            names.addAll(call.names);
            arguments = newArguments(nodeTime(), checks.size());
            arguments.addAll(call.arguments);
        }
        targets.addTo(names, arguments, keys, rules);
        RedisScript script = checks.size() == 1 ? of(scripts.guardedOne, first.algorithm()) : scripts.guardedSeveral;
        return executor.run(script, names, arguments).thenApply(reply -> {
            List<LimitResult> refusal = targets.banned(checks, reply);
            return refusal == null
                    ? targets.struck(results(checks, reply, 0), reply, 1 + checks.size() * REPLY_PER_LIMIT)
                    : refusal;
        });
    }

    /**
     * A call on its way to the script that decides several.
     *
     * @param time when it is to be decided; empty for the server's clock
     * @param checks its limits
     * @param names their keys
     * @param arguments how many there are, and each one's
     */
    record Call(String time, List<LimitCheck> checks, List<String> names, List<String> arguments) {}

    Call prepare(List<LimitCheck> checks) {
        long now = nodeTime();
        List<String> names = new ArrayList<>(checks.size());
        List<String> arguments = new ArrayList<>(1 + checks.size() * ARGUMENTS_PER_LIMIT);
        arguments.add(Integer.toString(checks.size()));
        for (LimitCheck check : checks) {
            names.add(keys.of(check.key()));
            arguments.add(check.algorithm().name());
            arguments.add(check.enforced() ? "1" : "0");
            arguments.add(Long.toString(check.cost()));
            addNumbers(arguments, check, now);
        }
        return new Call(given(now), checks, names, arguments);
    }

    /**
     * Several calls of one time, each by itself, one after the other.
     *
     * @return the results of each; null for one of several that could not be decided
     */
    CompletionStage<List<@Nullable List<LimitResult>>> decideTogether(List<Call> calls) {
        List<String> names = new ArrayList<>();
        List<String> arguments = new ArrayList<>(1 + calls.size() * ARGUMENTS_PER_LIMIT);
        arguments.add(calls.get(0).time);
        for (Call call : calls) {
            names.addAll(call.names);
            arguments.addAll(call.arguments);
        }
        return executor.run(scripts.several, names, arguments).thenApply(reply -> {
            List<@Nullable List<LimitResult>> results = new ArrayList<>(calls.size());
            int first = 0;
            for (Call call : calls) {
                results.add(retryAfter(reply, first) < 0 ? null : results(call.checks, reply, first));
                first += call.checks.size();
            }
            return results;
        });
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
            arguments.add(Long.toString(result.remaining()));
            addNumbers(arguments, check, now);
        }
        return executor.run(scripts.giveBack, names, arguments).thenAccept(reply -> {});
    }

    private long nodeTime() {
        return (clock == null ? TimeSource.system() : clock).micros();
    }

    private List<String> newArguments(long now, int limits) {
        List<String> arguments = new ArrayList<>(1 + limits * ARGUMENTS_PER_LIMIT);
        arguments.add(given(now));
        return arguments;
    }

    private String given(long now) {
        return clock == null ? "" : Long.toString(now);
    }

    private static void addNumbers(List<String> arguments, LimitCheck check, long now) {
        RateLimitAlgorithm algorithm = check.algorithm();
        long[] numbers = algorithm.luaNumbers(check.quota(), now);
        arguments.add(Integer.toString(numbers.length));
        for (long number : numbers) {
            arguments.add(Long.toString(number));
        }
    }

    /** The results of a call whose limits come after the first so many of the reply. */
    private static List<LimitResult> results(List<LimitCheck> checks, List<Long> reply, int first) {
        long now = reply.get(0);
        boolean admitted = true;
        for (int i = 0; i < checks.size(); i++) {
            admitted &= retryAfter(reply, first + i) == 0 || !checks.get(i).enforced();
        }
        LimitResult[] results = new LimitResult[checks.size()];
        for (int i = 0; i < results.length; i++) {
            int at = 1 + (first + i) * REPLY_PER_LIMIT;
            long retryAfter = retryAfter(reply, first + i);
            long delay = reply.get(at + 3);
            results[i] = new LimitResult(
                    checks.get(i),
                    retryAfter == 0,
                    retryAfter == 0 && admitted,
                    reply.get(at + 1),
                    retryAfter,
                    reply.get(at + 2),
                    delay,
                    now + delay);
        }
        return List.of(results);
    }

    private static long retryAfter(List<Long> reply, int limit) {
        return reply.get(1 + limit * REPLY_PER_LIMIT);
    }
}
