package io.github.limiter.store.redis;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Decisions, each one run of a script: what its arguments mean. The keys of one run share a slot. */
final class ScriptedDecisions {

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

    /** One for all calls, and for each algorithm one for a call with a single limit that strikes nobody. */
    record Scripts(RedisScript all, Map<String, RedisScript> one, RedisScript giveBack) {

        static Scripts of(ScriptComposer composer, boolean cluster) {
            return new Scripts(
                    composer.compose(BanScript.strikes(cluster), "decide.lua"),
                    composer.composeForEach("decide_one.lua"),
                    composer.compose("", "give_back.lua"));
        }

        /** The ones to load, that with all chunks first. */
        List<RedisScript> toLoad() {
            List<RedisScript> scripts = new ArrayList<>(List.of(all, giveBack));
            scripts.addAll(one.values());
            return scripts;
        }
    }

    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return checks.size() == 1 && checks.get(0).rule() == null
                ? decideOne(checks)
                : decideTogether(List.of(prepare(checks)))
                        .thenApply(results -> Objects.requireNonNull(results.get(0), "one alone fails as a whole"));
    }

    private CompletionStage<List<LimitResult>> decideOne(List<LimitCheck> checks) {
        LimitCheck check = checks.get(0);
        RedisScript script =
                Objects.requireNonNull(scripts.one.get(check.algorithm().name()), "an unknown algorithm");
        long now = nodeTime();
        List<String> arguments = newArguments(now, 1);
        arguments.add(Long.toString(check.cost()));
        addNumbers(arguments, check, now);
        return executor.run(script, List.of(keys.of(check.key())), arguments)
                .thenApply(reply -> DecisionReply.toOne(checks, reply));
    }

    /**
     * A call on its way to the script.
     *
     * @param time when it is to be decided; empty for the server's clock
     * @param checks its limits
     * @param targets whom they strike
     * @param arguments its own
     */
    record Call(String time, List<LimitCheck> checks, Targets targets, List<String> arguments) {}

    Call prepare(List<LimitCheck> checks) {
        long now = nodeTime();
        Targets targets = Targets.of(checks);
        List<String> limits = new ArrayList<>(checks.size() * ARGUMENTS_PER_LIMIT);
        for (LimitCheck check : checks) {
            limits.add(check.algorithm().name());
            limits.add(check.enforced() ? "1" : "0");
            limits.add(Long.toString(check.cost()));
            addCounted(limits, check, now);
        }
        List<String> arguments = new ArrayList<>(ARGUMENTS_PER_LIMIT + limits.size());
        arguments.add(targets.text());
        arguments.add(Integer.toString(targets.subjects().size()));
        arguments.add(Integer.toString(limits.size()));
        targets.addRules(arguments, rules);
        arguments.addAll(limits);
        return new Call(given(now), checks, targets, arguments);
    }

    /**
     * Several calls of one time, each by itself, one after the other.
     *
     * @return the results of each; null for one of several that could not be decided
     */
    CompletionStage<List<@Nullable List<LimitResult>>> decideTogether(List<Call> calls) {
        List<String> names = new ArrayList<>();
        List<String> arguments = new ArrayList<>(2 + calls.size() * ARGUMENTS_PER_LIMIT);
        for (Call call : calls) {
            for (LimitCheck check : call.checks) {
                names.add(keys.of(check.key()));
            }
        }
        arguments.add(calls.get(0).time);
        arguments.add(Integer.toString(names.size()));
        for (Call call : calls) {
            for (Subject subject : call.targets.subjects()) {
                names.add(keys.ban(subject));
            }
            arguments.addAll(call.arguments);
        }
        return executor.run(scripts.all, names, arguments).thenApply(reply -> DecisionReply.to(calls, reply));
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
            addCounted(arguments, check, now);
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

    private static void addCounted(List<String> arguments, LimitCheck check, long now) {
        int count = arguments.size();
        addNumbers(arguments, check, now);
        arguments.add(count, Integer.toString(arguments.size() - count));
    }

    private static void addNumbers(List<String> arguments, LimitCheck check, long now) {
        for (long number : check.algorithm().luaNumbers(check.quota(), now)) {
            arguments.add(Long.toString(number));
        }
        if (check.algorithm().lends()) {
            arguments.add(Long.toString(check.lease()));
        }
    }
}
