package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.CONCURRENCY;
import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;

import io.github.limiter.policy.Quota;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random steps done on two stores with one clock, which must answer the same: calls on one limit or several, of any cost,
 * at random times, and once more a microsecond before the time that an answer named and at that time; limits in shadow;
 * changed quotas; give-backs.
 *
 * <p>To compare a store with the one in memory:
 *
 * <pre>{@code
 * ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
 * new DifferentialSteps(algorithm, seed, time, new MemoryStore(10_000, time), candidate).run(10_000);
 * }</pre>
 */
public final class DifferentialSteps {

    /** The algorithms that there are steps for. */
    public static final List<String> ALGORITHMS =
            List.of(FIXED_WINDOW, SLIDING_WINDOW, TOKEN_BUCKET, LEAKY_BUCKET, CONCURRENCY);

    private static final List<Subject> SUBJECTS =
            List.of(Subject.of("user", "carol"), Subject.of("user", "dave"), Subject.of("ip", "203.0.113.7"));
    private static final List<Duration> WINDOWS = List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.of(61_000_007, ChronoUnit.MICROS),
            Duration.ofHours(1),
            Duration.ofDays(1));
    private static final int REMEMBERED = 6;

    private final String name;
    private final Random random;
    private final ManualTime time;
    private final LimiterStore reference;
    private final LimiterStore candidate;
    private final List<TestLimit> limits = new ArrayList<>();
    private final List<Pair> admitted = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private final List<String> journal = new ArrayList<>();

    /** When a limit said that something would change, and for which call. */
    private record Moment(long at, List<LimitCheck> checks) {}

    /** What both stores answered to one call. */
    private record Pair(List<LimitResult> reference, List<LimitResult> candidate) {}

    /**
     * Steps about one algorithm; limits of the others take part in some calls.
     *
     * @param algorithm one of {@link #ALGORITHMS}
     * @param seed the same seed gives the same steps
     * @param time the clock of both stores
     * @param reference is right
     * @param candidate is to be the same
     */
    public DifferentialSteps(
            String algorithm, long seed, ManualTime time, LimiterStore reference, LimiterStore candidate) {
        this.name = algorithm + " with seed " + seed;
        this.random = new Random(seed);
        this.time = time;
        this.reference = reference;
        this.candidate = candidate;
        for (String of : List.of(algorithm, algorithm, ALGORITHMS.get(random.nextInt(ALGORITHMS.size())))) {
            limits.add(TestLimit.of(of, quota(of)).named("limit-" + limits.size()));
        }
    }

    /**
     * Does steps.
     *
     * @param steps how many
     * @throws AssertionError at the first step that the stores disagree on
     */
    public void run(int steps) {
        for (int i = 0; i < steps; i++) {
            int kind = random.nextInt(100);
            if (kind < 3) {
                changeQuota();
            } else if (kind < 12 && !admitted.isEmpty()) {
                giveBack();
            } else if (kind < 25 && moments.stream().anyMatch(moment -> moment.at > time.micros())) {
                callAgainAtItsMoment();
            } else {
                advance();
                decide(checks());
            }
        }
    }

    private void advance() {
        int kind = random.nextInt(100);
        long window = oneOf(limits).policy().quota().windowMicros();
        if (kind < 45) {
            return;
        } else if (kind < 55) {
            time.advanceMicros(1);
        } else if (kind < 80) {
            time.advanceMicros(nextLong(window / 10 + 1));
        } else if (kind < 97) {
            time.advanceMicros(nextLong(window + 1));
        } else {
            time.advanceMicros(nextLong(3 * window + 1));
        }
    }

    /** A microsecond before, and then. */
    private void callAgainAtItsMoment() {
        moments.removeIf(moment -> moment.at <= time.micros());
        Moment moment = oneOf(moments);
        time.moveTo(moment.at - 1);
        decide(again(moment.checks));
        time.moveTo(moment.at);
        decide(again(moment.checks));
    }

    /** The same of another call, which is lent something of its own. */
    private static List<LimitCheck> again(List<LimitCheck> checks) {
        return checks.stream()
                .map(check ->
                        new LimitCheck(check.policy(), check.key(), check.algorithm(), check.quota(), check.cost()))
                .toList();
    }

    private void changeQuota() {
        int index = random.nextInt(limits.size());
        TestLimit limit = limits.get(index);
        Quota before = limit.policy().quota();
        Quota after = quota(limit.policy().algorithm());
        if (limit.policy().algorithm().equals(SLIDING_WINDOW) && after.windowMicros() > before.windowMicros()) {
            // Whether a store still has units that the shorter window had freed is its own affair: none are left.
            time.advanceMicros(after.windowMicros());
        }
        TestLimit changed = limit.changedTo(limit.policy().algorithm(), after);
        moments.clear();
        limits.set(index, random.nextInt(4) == 0 ? changed.inShadow() : changed);
        note("%s is now %s", limit.policy().name(), after);
    }

    private void giveBack() {
        Pair pair = admitted.remove(random.nextInt(admitted.size()));
        note("give back %s", describe(pair.reference));
        reference.giveBack(pair.reference).toCompletableFuture().join();
        candidate.giveBack(pair.candidate).toCompletableFuture().join();
    }

    private List<LimitCheck> checks() {
        List<LimitCheck> checks = new ArrayList<>();
        Subject subject = oneOf(SUBJECTS);
        int first = random.nextInt(limits.size());
        int count = random.nextBoolean() ? 1 + random.nextInt(limits.size()) : 1;
        for (int i = 0; i < count; i++) {
            TestLimit limit = limits.get((first + i) % limits.size()).on(subject);
            long capacity = limit.capacity();
            checks.add(limit.cost(random.nextInt(4) == 0 ? 1 + nextLong(capacity) : 1));
        }
        return checks;
    }

    private void decide(List<LimitCheck> checks) {
        Pair pair = new Pair(
                reference.decide(checks).toCompletableFuture().join(),
                candidate.decide(checks).toCompletableFuture().join());
        note("call %s", describe(pair.reference));
        if (!pair.reference.stream()
                .map(DifferentialSteps::seen)
                .toList()
                .equals(pair.candidate.stream().map(DifferentialSteps::seen).toList())) {
            throw new AssertionError(
                    name + ":\n" + String.join("\n", journal) + "\nbut the other store\n" + describe(pair.candidate));
        }
        remember(pair);
    }

    /** What must be the same. */
    private static List<Object> seen(LimitResult result) {
        return List.of(Answer.of(result), result.departure());
    }

    private void remember(Pair pair) {
        for (LimitResult result : pair.reference) {
            long change = result.allowed() ? result.resetAfter() : result.retryAfter();
            moments.add(new Moment(time.micros() + change, checks(pair)));
        }
        if (pair.reference.stream().anyMatch(LimitResult::charged)) {
            admitted.add(pair);
        }
        while (moments.size() > REMEMBERED) {
            moments.remove(0);
        }
        while (admitted.size() > REMEMBERED) {
            admitted.remove(0);
        }
    }

    private static List<LimitCheck> checks(Pair pair) {
        return pair.reference.stream().map(LimitResult::check).toList();
    }

    private Quota quota(String algorithm) {
        Duration window = oneOf(WINDOWS);
        long limit = 1 + random.nextInt(8);
        Quota quota = Quota.of(limit, window);
        return switch (algorithm) {
            case TOKEN_BUCKET -> quota.withBurst(1 + nextLong(2 * limit));
            case LEAKY_BUCKET ->
                quota.withMaxWait(
                        oneOf(List.of(Duration.ZERO, window.dividedBy(2), window.dividedBy(3), Quota.UNLIMITED_WAIT)));
            case FIXED_WINDOW ->
                window.toDays() == 1 && random.nextBoolean() ? quota.withZone(ZoneId.of("Asia/Shanghai")) : quota;
            default -> quota;
        };
    }

    /** The last steps, for the message. */
    private void note(String format, Object... arguments) {
        journal.add(time.micros() + " µs: " + String.format(format, arguments));
        if (journal.size() > 30) {
            journal.remove(0);
        }
    }

    private static String describe(List<LimitResult> results) {
        StringBuilder text = new StringBuilder();
        for (LimitResult result : results) {
            LimitCheck check = result.check();
            text.append("\n    %s %s cost %d, %s%s: %s"
                    .formatted(
                            check.key(),
                            check.algorithm().name(),
                            check.cost(),
                            check.quota(),
                            check.enforced() ? "" : " in shadow",
                            Answer.of(result)));
        }
        return text.toString();
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private long nextLong(long bound) {
        return Math.floorMod(random.nextLong(), bound);
    }
}
