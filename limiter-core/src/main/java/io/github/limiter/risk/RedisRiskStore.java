package io.github.limiter.risk;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.risk.Layout.Place;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is known on Redis, for all nodes together: of each subject the scalars of a scene in one hash,
 * {@code limiter:{S}:risk:<scene>}, and beside it a HyperLogLog for each set,
 * {@code …:<rule>:<rules>}. On one Redis a call is one run of a script,
 * whatever it looks at, and takes along what became of earlier calls; on a Cluster it is one run a subject. Thread-safe.
 */
public final class RedisRiskStore implements RiskStore {

    private static final String DIRECTORY = "/io/github/limiter/lua/";
    private static final RedisScript SCRIPT = new RedisScript(lua("common.lua") + '\n' + lua("risk.lua"));
    private static final RedisScript FORGET = new RedisScript(lua("risk_forget.lua"));

    private final ScriptExecutor executor;
    private final String keyPrefix;
    private final long deadlineMillis;
    private final @Nullable TimeSource clock;
    private final Outbox outbox;

    /**
     * A store on the clock of the server.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys; without braces
     * @param deadline how long a call waits for an answer before nobody is suspected
     */
    public RedisRiskStore(ScriptExecutor executor, String keyPrefix, Duration deadline) {
        this(executor, keyPrefix, deadline, null);
    }

    /**
     * A store on a clock of its caller's, for tests: then keys live for a minute at least, so that the server's clock does
     * not take away what is not over yet.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys; without braces
     * @param deadline how long a call waits for an answer
     * @param clock the time of all calls; null for the server's
     */
    public RedisRiskStore(ScriptExecutor executor, String keyPrefix, Duration deadline, @Nullable TimeSource clock) {
        this.executor = executor;
        this.keyPrefix = keyPrefix;
        this.deadlineMillis = Math.max(1, deadline.toMillis());
        this.clock = clock;
        this.outbox = new Outbox(this::send);
        executor.load(SCRIPT);
    }

    private static String lua(String file) {
        return LuaSource.read(RedisRiskStore.class, DIRECTORY + file);
    }

    @Override
    public CompletionStage<List<long[]>> observe(List<Observation> observations) {
        if (executor.isCluster()) {
            return observeOnCluster(observations);
        }
        List<Observation> all = outbox.take();
        int earlier = all.size();
        all.addAll(observations);
        return run(all).thenApply(values -> values.subList(earlier, values.size()));
    }

    /** One run for each, all at once: those of one call are of different subjects. */
    private CompletionStage<List<long[]>> observeOnCluster(List<Observation> observations) {
        List<CompletableFuture<List<long[]>>> answers = observations.stream()
                .map(observation -> run(List.of(observation)))
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done ->
                        answers.stream().map(answer -> answer.join().get(0)).toList());
    }

    @Override
    public CompletionStage<Void> observeLater(List<Observation> observations) {
        outbox.add(observations);
        return CompletableFuture.completedFuture(null);
    }

    private void send(List<Observation> late) {
        if (executor.isCluster()) {
            observeOnCluster(late);
        } else {
            run(late);
        }
    }

    private CompletableFuture<List<long[]>> run(List<Observation> observations) {
        List<String> keys = new ArrayList<>();
        List<String> arguments = new ArrayList<>(1 + observations.size());
        arguments.add(clock == null ? "" : Long.toString(clock.micros()));
        for (Observation observation : observations) {
            add(observation, keys, arguments);
        }
        // A copy: who gives up waiting must not cancel a call that may have counted.
        return executor.run(SCRIPT, keys, arguments)
                .toCompletableFuture()
                .copy()
                .orTimeout(deadlineMillis, TimeUnit.MILLISECONDS)
                .thenApply(reply -> values(observations, reply));
    }

    private void add(Observation observation, List<String> keys, List<String> arguments) {
        Layout layout = observation.layout();
        String name = name(observation);
        keys.add(name);
        for (Place place : layout.places()) {
            if (place.gauge().keepsSet()) {
                keys.add(name + ':' + place.name() + ':' + layout.field());
            }
        }
        arguments.add(layout.json(observation));
    }

    private String name(Observation observation) {
        return keyPrefix + '{' + observation.subject().text() + "}:risk:" + observation.scene();
    }

    private static List<long[]> values(List<Observation> observations, List<Long> reply) {
        List<long[]> values = new ArrayList<>(observations.size());
        int at = 0;
        for (Observation observation : observations) {
            long[] own = new long[observation.layout().places().size()];
            for (int i = 0; i < own.length; i++) {
                own[i] = reply.get(at++);
            }
            values.add(own);
        }
        return values;
    }

    @Override
    public CompletionStage<Void> forget(Observation observation) {
        List<String> keys = new ArrayList<>();
        add(observation, keys, new ArrayList<>());
        return executor.run(FORGET, keys, List.of()).thenAccept(reply -> {});
    }

    @Override
    public void close() {
        outbox.close();
    }
}
