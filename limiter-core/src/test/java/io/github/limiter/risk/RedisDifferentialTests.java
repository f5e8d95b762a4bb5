package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.store.redis.LettuceScriptExecutor;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.store.redis.TestRedis;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lua and Java are the same: random steps on Redis and in memory have the same values, gauge by gauge and all at once. */
class RedisDifferentialTests {

    private static final int STEPS = 3_000;
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Subject SUBJECT = Subject.of(Dimensions.IP, "203.0.113.7");

    private static RedisClient client;
    private static ScriptExecutor executor;

    private final WallClock time = new WallClock();
    private final MemoryRiskStore memory = new MemoryRiskStore(1_000, time);
    private final RedisRiskStore redis = new RedisRiskStore(executor, TestRedis.newPrefix(), LONG, time);

    /** One that can be set back. */
    private static final class WallClock implements TimeSource {

        private long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2026-03-28T12:00:00Z"));

        @Override
        public long micros() {
            return now;
        }

        @Override
        public void sleep(long micros) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> delay(long micros) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeAll
    static void connect() {
        client = RedisClient.create(TestRedis.uri());
        executor = LettuceScriptExecutor.connect(client);
    }

    @AfterAll
    static void disconnect() {
        executor.close();
        client.shutdown();
    }

    static Stream<BuiltInSignal> signals() {
        return Arrays.stream(BuiltInSignal.values());
    }

    @ParameterizedTest
    @MethodSource("signals")
    void aSignalHasTheValueThatItHasInMemory(BuiltInSignal signal) {
        Gauge gauge = signal.gauge(rule(signal));

        compare(new Layout("one", List.of("it"), List.of(gauge)), signal.ordinal());
    }

    @Test
    void soHasARowOfWhatBelongsToPagesThatWereNeverSeen() {
        Layout layout = new Layout("parts", List.of("it"), List.of(new StreakGauge(60_000_000)));
        Random random = new Random(7);
        long last = 0;
        for (int step = 0; step < STEPS; step++) {
            time.now += random.nextInt(500) == 0 ? 90_000_000 : random.nextInt(1_000_000);
            Observation observation = new Observation(SUBJECT, layout);
            observation.set(0, StreakGauge.PART, random.nextLong(1L << 52));

            long[] expected = observe(memory, observation);

            assertThat(observe(redis, observation)).as("step %d", step).isEqualTo(expected);
            last = Math.max(last, expected[0]);
        }
        assertThat(last).isGreaterThan(48);
    }

    @Test
    void soHaveAllSignalsOfASceneTogether() {
        List<String> names = new ArrayList<>();
        List<Gauge> gauges = new ArrayList<>();
        signals().forEach(signal -> {
            names.add(rule(signal).name());
            gauges.add(signal.gauge(rule(signal)));
        });

        compare(new Layout("all", names, gauges), 42);
    }

    private static SignalRule rule(BuiltInSignal signal) {
        String name = signal.name().toLowerCase(Locale.ROOT).replace('_', '-');
        // That one says nothing about few.
        Duration window = Duration.ofMinutes(signal == BuiltInSignal.AGENTS ? 5 : 1);
        return SignalRule.of(name, name, Dimensions.IP, 500, 20).within(window);
    }

    private void compare(Layout layout, long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Integer> seen = new TreeMap<>();
        for (int step = 0; step < STEPS; step++) {
            time.now += pause(random);
            Observation observation = new Observation(SUBJECT, layout);
            for (int gauge = 0; gauge < layout.places().size(); gauge++) {
                tell(layout.places().get(gauge).gauge(), gauge, observation, random);
            }

            long[] expected = observe(memory, observation);
            long[] values = observe(redis, observation);

            assertThat(values).as("step %d of seed %d", step, seed).isEqualTo(expected);
            for (long value : values) {
                seen.merge(value, 1, Integer::sum);
            }
        }
        // Else nothing has been compared.
        assertThat(seen).hasSizeGreaterThan(5);
    }

    /** Mostly a beat, with pauses of all lengths between, and a clock that is set forward or back now and then. */
    private static long pause(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextLong(1_000_000);
            case 1 -> random.nextLong(30_000_000);
            case 2 -> random.nextInt(20) == 0 ? random.nextLong(200_000_000) : 0;
            case 3 -> random.nextInt(5) == 0 ? random.nextLong(-90_000_000, 90_000_000) : 0;
            default -> 2_000_000 + random.nextLong(200_000);
        };
    }

    private static void tell(Gauge gauge, int index, Observation observation, Random random) {
        if (random.nextInt(5) == 0) {
            return;
        }
        switch (gauge.kind()) {
            case "sequence" -> observation.set(index, 500 + random.nextInt(30) / 3, random.nextInt(20) == 0 ? 7 : 8);
            case "distinct", "variety" -> observation.set(index, 1 + random.nextLong(40), 0);
            case "ratio" ->
                observation.set(
                        index,
                        switch (random.nextInt(4)) {
                            case 0 -> RatioGauge.FAILURE;
                            case 1 -> RatioGauge.WITHDRAWN;
                            default -> RatioGauge.ATTEMPT;
                        },
                        0);
            case "streak" ->
                observation.set(
                        index,
                        switch (random.nextInt(16)) {
                            case 0, 1 -> StreakGauge.BREAK;
                            case 2 -> StreakGauge.NO_BREAK;
                            case 3, 4 -> StreakGauge.LESS;
                            case 5 -> StreakGauge.NO_LESS;
                            case 6 -> StreakGauge.PART;
                            default -> StreakGauge.MORE;
                        },
                        random.nextInt(6));
            case "flow", "since" -> observation.set(index, 1 + random.nextInt(2), 0);
            default -> observation.set(index, 1, 0);
        }
    }

    private static long[] observe(RiskStore store, Observation observation) {
        return store.observe(List.of(observation)).toCompletableFuture().join().get(0);
    }

    /** Redis documents a standard error of 0.81%; three of them hold for nearly all sets. */
    @ParameterizedTest
    @ValueSource(ints = {5, 20, 60, 200, 500})
    void countsOfDifferentThingsAreWithinTheErrorOfAHyperLogLog(int different) {
        Layout layout = new Layout("error", List.of("it"), List.of(new DistinctGauge(600_000_000)));
        Random random = new Random(different);
        long counted = 0;
        for (int i = 0; i < different; i++) {
            Observation observation = new Observation(SUBJECT, layout);
            observation.set(0, random.nextLong(1L << 52), 0);
            counted = observe(redis, observation)[0];
        }

        assertThat((double) counted).isCloseTo(different, within(Math.max(1, different * 3 * 0.0081)));
    }
}
