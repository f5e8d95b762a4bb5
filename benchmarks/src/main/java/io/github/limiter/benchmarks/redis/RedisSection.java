package io.github.limiter.benchmarks.redis;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.benchmarks.harness.Figure;
import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Ratio;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.harness.Table;
import io.github.limiter.benchmarks.redis.Contest.Result;
import io.github.limiter.benchmarks.redis.StoreLimiter.Calls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Decisions on Redis. */
public final class RedisSection implements Section {

    private static final int CALLERS = 32;
    private static final List<String> MANY =
            IntStream.range(0, 10_000).mapToObj(i -> "customer-" + (10_000 + i)).toList();
    private static final List<String> ONE = List.of("customer-1");

    /** Nobody is refused, and no key ends between two calls of one user: its end would be paid for by others. */
    private static final Quantity WIDE = new Quantity(1_000, Duration.ofDays(10));

    private static final Quantity TORRENT = new Quantity(100_000, Duration.ofSeconds(1));

    /** A full window of this many calls is what memory is measured with. */
    private static final Quantity FULL = new Quantity(600, Duration.ofHours(1));

    /** A section. */
    public RedisSection() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public void run(Plan plan, Report report) throws ExecutionException, InterruptedException {
        try (Clients clients = new Clients();
                Callers callers = new Callers(CALLERS)) {
            Keys keys = new Keys(clients.commands());
            String info = clients.commands().info();
            report.machine("Redis: " + find("redis_version:(\\S+)", info) + ", " + find("mem_allocator:(\\S+)", info));
            Contest contest = new Contest(plan, callers, clients.commands());
            Contest pipelined = new Contest(plan, new Pipeline(), clients.commands());
            try {
                throughput(contest, pipelined, clients, report);
                severalLimits(contest, clients, report);
                memory(clients, keys, report);
            } finally {
                keys.delete(keys.with(Keys.PREFIX));
            }
        }
    }

    private static String find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "unknown";
    }

    private static void throughput(Contest contest, Contest pipelined, Clients clients, Report report)
            throws ExecutionException, InterruptedException {
        Map<RedisCandidate, Result> cost = pipelined.run(all(clients.narrow(), "cost:", WIDE), MANY);
        Map<RedisCandidate, Result> hot = contest.run(all(clients.usual(), "hot:", TORRENT), ONE);
        Map<RedisCandidate, Result> many = contest.run(all(clients.usual(), "many:", WIDE), MANY);

        String at = "at " + CALLERS + " callers, ";
        report.figure(Figure.atLeast(
                at + "many keys, on Lettuce against the bare GCRA script",
                speed(many, RedisCandidate.STORE_LETTUCE, RedisCandidate.BARE_GCRA),
                0.9));
        report.figure(Figure.atLeast(
                at + "many keys, on Lettuce against Bucket4j",
                speed(many, RedisCandidate.STORE_LETTUCE, RedisCandidate.BUCKET4J),
                2));
        report.figure(Figure.atLeast(
                at + "one hot key, on Lettuce against Bucket4j",
                speed(hot, RedisCandidate.STORE_LETTUCE, RedisCandidate.BUCKET4J),
                20));
        report.figure(Figure.atLeast(
                at + "many keys, on Redisson against RRateLimiter",
                speed(many, RedisCandidate.STORE_REDISSON, RedisCandidate.RRATELIMITER),
                1));
        report.figure(Figure.faster(
                "server CPU of a decision, of Spring Cloud Gateway's script against limiter's",
                cpu(cost, RedisCandidate.GATEWAY, RedisCandidate.STORE_LETTUCE)));
        report.figure(Figure.faster(
                "server CPU of a decision, of RRateLimiter against limiter on Redisson",
                cpu(cost, RedisCandidate.RRATELIMITER, RedisCandidate.STORE_REDISSON)));

        Table table = new Table(
                "Redis, " + CALLERS + " callers that wait for each answer, all admitted",
                "candidate",
                "many keys, decisions/s",
                "against bare GCRA",
                "one hot key, decisions/s",
                "against bare GCRA",
                "client CPU, µs a decision",
                "server CPU, µs a decision",
                "pipelined",
                "of it in scripts");
        for (RedisCandidate candidate : RedisCandidate.values()) {
            table.row(
                    candidate.title(),
                    number(of(many, candidate).perSecond().median()),
                    speed(many, candidate, RedisCandidate.BARE_GCRA).toString(),
                    number(of(hot, candidate).perSecond().median()),
                    speed(hot, candidate, RedisCandidate.BARE_GCRA).toString(),
                    decimal(of(many, candidate).clientMicros().median()),
                    decimal(of(many, candidate).serverMicros().median()),
                    decimal(of(cost, candidate).serverMicros().median()),
                    decimal(of(cost, candidate).scriptMicros().median()));
        }
        report.table(table);
        report.note("Server CPU is that of Redis' main thread (INFO cpu) with many keys, reading and writing of"
                + " requests included, which depends on how many a client sends together: so it is measured once more"
                + " with one thread that pipelines, over one connection with either client. Time in scripts is that of"
                + " INFO commandstats; Bucket4j's GET, a call of its own, is not in it.");
    }

    private static Map<RedisCandidate, RedisLimiter> all(Clients.Pair clients, String prefix, Quantity quantity) {
        Map<RedisCandidate, RedisLimiter> limiters = new LinkedHashMap<>();
        for (RedisCandidate candidate : RedisCandidate.values()) {
            limiters.put(candidate, candidate.limiter(clients, prefix(prefix, candidate), quantity));
        }
        return limiters;
    }

    private static String prefix(String prefix, RedisCandidate candidate) {
        return Keys.PREFIX + prefix + candidate.name().toLowerCase(Locale.ROOT) + ":";
    }

    private static void severalLimits(Contest contest, Clients clients, Report report)
            throws ExecutionException, InterruptedException {
        Map<Calls, RedisLimiter> limiters = new LinkedHashMap<>();
        for (Calls calls : Calls.values()) {
            limiters.put(
                    calls,
                    new StoreLimiter(
                            clients.usual().lettuce(),
                            Keys.PREFIX + "several:" + calls.name().toLowerCase(Locale.ROOT) + ":",
                            Algorithms.TOKEN_BUCKET,
                            WIDE,
                            3,
                            calls));
        }
        Map<Calls, Result> results = contest.run(limiters, MANY);

        Table table = new Table(
                "Redis, a decision about a ban and three limits, " + CALLERS + " callers",
                "calls",
                "decisions/s",
                "one call against it",
                "client CPU, µs a decision",
                "server CPU, µs a decision");
        for (Calls calls : Calls.values()) {
            Ratio ratio = Ratio.of(
                    of(results, Calls.ONE).perSecond(), of(results, calls).perSecond());
            table.row(
                    calls.title(),
                    number(of(results, calls).perSecond().median()),
                    ratio.toString(),
                    decimal(of(results, calls).clientMicros().median()),
                    decimal(of(results, calls).serverMicros().median()));
            if (calls != Calls.ONE) {
                report.figure(Figure.atLeast(
                        "a ban check and three limits in one call against " + calls.title(), ratio, 1.5));
            }
        }
        report.table(table);
    }

    private static void memory(Clients clients, Keys keys, Report report) {
        Table table = new Table(
                "Redis, memory of one user under 600 per hour", "candidate", "after 1 call, bytes", "after 600, bytes");
        for (RedisCandidate candidate : RedisCandidate.values()) {
            String prefix = prefix("memory:", candidate);
            RedisLimiter limiter = candidate.limiter(clients.usual(), prefix, FULL);
            limiter.prepare("carol");
            List<String> cells = new ArrayList<>(List.of(candidate.title()));
            cells.add(number(bytesAfter(limiter, 1, keys, prefix)));
            cells.add(number(bytesAfter(limiter, FULL.limit() - 1, keys, prefix)));
            table.row(cells);
        }
        report.table(table);
        report.note("Memory is what MEMORY USAGE says of all keys of the user, names included; it depends on the"
                + " allocator that Redis was built with.");
    }

    private static long bytesAfter(RedisLimiter limiter, int calls, Keys keys, String prefix) {
        for (int call = 0; call < calls; call++) {
            limiter.tryAcquire("carol");
        }
        return keys.bytes(keys.with(prefix));
    }

    private static <K> Result of(Map<K, Result> results, K key) {
        Result result = results.get(key);
        if (result == null) {
            throw new IllegalStateException(key + " was not measured");
        }
        return result;
    }

    private static <K> Ratio speed(Map<K, Result> results, K one, K other) {
        return Ratio.of(of(results, one).perSecond(), of(results, other).perSecond());
    }

    private static <K> Ratio cpu(Map<K, Result> results, K one, K other) {
        return Ratio.of(of(results, one).serverMicros(), of(results, other).serverMicros());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
