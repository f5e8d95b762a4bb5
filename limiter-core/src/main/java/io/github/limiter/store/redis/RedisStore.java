package io.github.limiter.store.redis;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.redis.ScriptedDecisions.Scripts;
import io.github.limiter.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts on Redis, for all nodes together. On one Redis a decision is one script call; its clock is that of the server.
 * Decisions that come while another is on its way go together in the next call, so that a crowd costs Redis and this node
 * less; should Redis fail, they fail together. Thread-safe.
 *
 * <p>On a Redis Cluster a decision about one subject is one call too. Others take two rounds: the caller's own limits,
 * then those that callers share (dimensions {@code global} and {@code interface}) and those that cannot give back in
 * full (leaky bucket). If the first round refuses, the limits of the second are {@linkplain LimitResult#unknown not looked
 * at}; what was admitted is given back, once. A call that is refused may so hold units for a moment. If a give-back is
 * lost more is refused, never more admitted.
 *
 * <p>Every key has a time to live: that until which it differs from a key that was never used. What a key holds begins
 * with a tag of the algorithm and the version of its state. Anything else, of another algorithm, of a later version or of
 * somebody else, is taken for nothing and written over by the next charge; it is never an error. A version whose state an
 * earlier one cannot read must therefore use keys of another name, or the two would reset each other.
 */
public final class RedisStore implements LimiterStore {

    /** Prefix of all keys, unless another is chosen: {@value}. */
    public static final String DEFAULT_KEY_PREFIX = "limiter:";

    private static final Logger log = LoggerFactory.getLogger(RedisStore.class);
    private static final long LOADING_SECONDS = 10;

    private final ScriptExecutor executor;
    private final AlgorithmRegistry algorithms;
    private final ScriptedDecisions decisions;
    private final @Nullable ClusterDecisions rounds;
    private final GatheredDecisions gathered;

    /**
     * A store on the clock of the server. Loads the scripts; if the server cannot be reached yet, a warning says so and
     * calls fail until it can.
     *
     * @param executor runs the scripts; closed with this store
     * @param keyPrefix of all keys, the same for all applications that share bans; without braces
     * @param algorithms all that limits may use
     * @throws InvalidConfigurationException if an algorithm has no Lua chunk, or one that Redis does not compile
     */
    public RedisStore(ScriptExecutor executor, String keyPrefix, AlgorithmRegistry algorithms) {
        this(executor, keyPrefix, algorithms, null);
    }

    /**
     * A store on a clock of its caller's, for tests: then keys live for a minute at least, so that the server's clock
     * does not take away what is not over yet.
     *
     * @param executor runs the scripts; closed with this store
     * @param keyPrefix of all keys; without braces
     * @param algorithms all that limits may use
     * @param clock the time of all decisions; null for the server's
     * @throws InvalidConfigurationException as above
     */
    public RedisStore(
            ScriptExecutor executor, String keyPrefix, AlgorithmRegistry algorithms, @Nullable TimeSource clock) {
        if (keyPrefix.indexOf('{') >= 0 || keyPrefix.indexOf('}') >= 0) {
            throw new InvalidConfigurationException(
                    "redis.key-prefix",
                    keyPrefix,
                    "has a brace, which would put all keys on one slot of a cluster",
                    "Use a prefix such as " + DEFAULT_KEY_PREFIX);
        }
        ScriptComposer composer = new ScriptComposer(algorithms.all());
        Scripts scripts = Scripts.of(composer, executor.isCluster());
        this.executor = executor;
        this.algorithms = algorithms;
        this.decisions = new ScriptedDecisions(executor, new KeyNames(keyPrefix), scripts, clock);
        this.gathered = new GatheredDecisions(decisions, new Pace(System::nanoTime));
        this.rounds = executor.isCluster() ? new ClusterDecisions(decisions) : null;
        load(composer, scripts);
    }

    /** The first script has the chunks of all algorithms: if Redis compiles that one, it compiles the others. */
    private void load(ScriptComposer composer, Scripts scripts) {
        try {
            executor.load(scripts.all())
                    .thenCompose(none -> CompletableFuture.allOf(scripts.toLoad().stream()
                            .skip(1)
                            .map(script -> executor.load(script).toCompletableFuture())
                            .toArray(CompletableFuture<?>[]::new)))
                    .toCompletableFuture()
                    .orTimeout(LOADING_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            String message = String.valueOf(e.getCause());
            if (message.contains("compiling script")) {
                throw composer.notCompiled(message);
            }
            log.warn("Redis does not know the limiter's scripts yet: {}", message);
        }
    }

    /**
     * Decides for nobody, on keys that end by themselves within milliseconds, until answers come as soon as they will
     * from now on: the first decisions of a JVM take longer than callers should wait. Waits a second at most; ends at
     * once if Redis does not answer.
     */
    public void warmUp() {
        new WarmUp(this, algorithms).run();
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        return rounds == null ? gathered.decide(checks) : rounds.decide(checks);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        List<LimitResult> charged =
                results.stream().filter(LimitResult::charged).toList();
        if (charged.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return rounds == null ? decisions.giveBack(charged) : rounds.giveBack(charged);
    }

    @Override
    public void close() {
        executor.close();
    }
}
