package io.github.limiter.benchmarks.redis;

import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Samples;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** Lets limiters take turns under load. */
final class Contest {

    private static final int WARMUP_ROUNDS = 2;

    private final Plan plan;
    private final Load load;
    private final RedisCommands<String, String> commands;

    Contest(Plan plan, Load load, RedisCommands<String, String> commands) {
        this.plan = plan;
        this.load = load;
        this.commands = commands;
    }

    /**
     * What a limiter achieved.
     *
     * @param perSecond decisions
     * @param clientMicros processor time of this process for a decision
     * @param serverMicros processor time of the server's main thread for a decision
     * @param scriptMicros of which it spent in scripts
     */
    record Result(Samples perSecond, Samples clientMicros, Samples serverMicros, Samples scriptMicros) {}

    <K> Map<K, Result> run(Map<K, RedisLimiter> limiters, List<String> users)
            throws ExecutionException, InterruptedException {
        List<Entrant<K>> entrants = new ArrayList<>();
        limiters.forEach((key, limiter) -> entrants.add(new Entrant<>(key, limiter, new ArrayList<>())));
        for (Entrant<K> entrant : entrants) {
            load.prepare(entrant.limiter, users);
        }
        for (int round = -WARMUP_ROUNDS; plan.another(round); round++) {
            // Each round begins with another one, so that nobody always comes after the same.
            Collections.rotate(entrants, 1);
            for (Entrant<K> entrant : entrants) {
                Turn turn = turn(entrant.limiter, users);
                if (round >= 0) {
                    entrant.turns.add(turn);
                }
            }
        }
        Map<K, Result> results = new LinkedHashMap<>();
        entrants.forEach(entrant -> results.put(entrant.key, result(entrant.turns)));
        return results;
    }

    private record Entrant<K>(K key, RedisLimiter limiter, List<Turn> turns) {}

    private record Turn(double perSecond, double clientMicros, double serverMicros, double scriptMicros) {}

    private Turn turn(RedisLimiter limiter, List<String> users) throws ExecutionException, InterruptedException {
        Use before = Use.now(commands);
        Load.Answered answered = load.call(limiter, users, plan.loadMillis());
        Use use = Use.now(commands).since(before);
        return new Turn(
                answered.perSecond(),
                use.clientMicros() / answered.calls(),
                use.serverMicros() / answered.calls(),
                use.scriptMicros() / answered.calls());
    }

    private static Result result(List<Turn> turns) {
        return new Result(
                new Samples(turns.stream().map(Turn::perSecond).toList()),
                new Samples(turns.stream().map(Turn::clientMicros).toList()),
                new Samples(turns.stream().map(Turn::serverMicros).toList()),
                new Samples(turns.stream().map(Turn::scriptMicros).toList()));
    }
}
