package io.github.limiter.benchmarks.redis;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.benchmarks.harness.Figure;
import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Ratio;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.harness.Table;
import io.github.limiter.benchmarks.redis.Contest.Result;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;

/** What risk control costs Redis, beside a limit. */
public final class RiskSection implements Section {

    private static final double WANTED = 3.5;
    private static final List<String> USERS =
            IntStream.range(0, 1_000).mapToObj(i -> "customer-" + (1_000 + i)).toList();

    /** Nobody is refused. */
    private static final Quantity WIDE = new Quantity(1_000, Duration.ofDays(10));

    /** A section. */
    public RiskSection() {}

    @Override
    public String name() {
        return "risk";
    }

    private enum Call {
        BUCKET("one token bucket"),
        SIGNALS("six signals");

        private final String title;

        Call(String title) {
            this.title = title;
        }
    }

    @Override
    public void run(Plan plan, Report report) throws ExecutionException, InterruptedException {
        try (Clients clients = new Clients()) {
            Keys keys = new Keys(clients.commands());
            try {
                measure(new Contest(plan, new Pipeline(), clients.commands()), clients.narrow(), report);
            } finally {
                keys.delete(keys.with(Keys.PREFIX));
            }
        }
    }

    private static void measure(Contest contest, Clients.Pair clients, Report report)
            throws ExecutionException, InterruptedException {
        Map<Call, RedisLimiter> limiters = new LinkedHashMap<>();
        limiters.put(
                Call.BUCKET,
                new StoreLimiter(
                        LettuceScriptExecutor.connect(clients.lettuce()),
                        Keys.PREFIX + "bucket:",
                        Algorithms.TOKEN_BUCKET,
                        WIDE));
        limiters.put(Call.SIGNALS, new SignalsLimiter(clients.lettuce(), Keys.PREFIX + "signals:"));
        Map<Call, Result> results = contest.run(limiters, USERS);

        Result bucket = of(results, Call.BUCKET);
        Ratio ratio = Ratio.of(of(results, Call.SIGNALS).serverMicros(), bucket.serverMicros());
        report.figure(new Figure(
                "server CPU of six signals against that of one token bucket",
                "≤ " + WANTED + " ×",
                ratio.toString(),
                ratio.value() <= WANTED));
        Table table = new Table(
                "Redis, risk control", "call", "server CPU, µs a call", "of it in scripts", "against the bucket");
        for (Call call : Call.values()) {
            Result result = of(results, call);
            table.row(
                    call.title,
                    decimal(result.serverMicros().median()),
                    decimal(result.scriptMicros().median()),
                    Ratio.of(result.serverMicros(), bucket.serverMicros()).toString());
        }
        report.table(table);
        report.note(
                "The signals are " + String.join(", ", SignalsLimiter.SIX) + " of 1,000 users at random, pipelined.");
    }

    private static Result of(Map<Call, Result> results, Call call) {
        Result result = results.get(call);
        if (result == null) {
            throw new IllegalStateException(call + " was not measured");
        }
        return result;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
