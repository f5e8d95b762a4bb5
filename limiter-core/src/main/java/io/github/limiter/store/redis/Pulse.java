package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Beats twice a second: tells Redis that this node lives, learns how many nodes of the application do, and notices when
 * something changed that nodes keep copies of. Without threads of its own; thread-safe.
 *
 * <p>While Redis does not answer, the last known number holds. Once it answers again, and if it has lost its data,
 * something may have changed.
 */
public final class Pulse implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Pulse.class);
    private static final String LEASE_MILLIS = "5000";

    private final RedisScript alive = script("pulse.lua");
    private final RedisScript readEpoch = script("epoch.lua");
    private final String node = UUID.randomUUID().toString();
    private final ScriptExecutor executor;
    private final List<String> nodesKey;
    private final List<String> epochKey;
    private volatile Runnable onChange = () -> {};
    private volatile long liveNodes = 1;
    private long epoch = -1;
    private volatile boolean missed;
    private final Beat beat = new Beat(this::beat);

    /**
     * Not beating yet.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys
     * @param application whose nodes are counted, as key text
     */
    public Pulse(ScriptExecutor executor, String keyPrefix, String application) {
        this.executor = executor;
        this.nodesKey = List.of(keyPrefix + "nodes:" + application);
        this.epochKey = List.of(keyPrefix + "epoch");
    }

    private static RedisScript script(String file) {
        return new RedisScript(LuaSource.read(Pulse.class, "/io/github/limiter/lua/" + file));
    }

    /**
     * Begins to beat.
     *
     * @param onChange called when something changed or may have, at most twice a second; must not block
     */
    public void start(Runnable onChange) {
        this.onChange = onChange;
        beat.start();
    }

    private CompletionStage<Void> beat() {
        return run(alive, nodesKey, node, LEASE_MILLIS)
                .thenAccept(reply -> liveNodes = Math.max(1, reply.get(0)))
                .thenCompose(done -> run(readEpoch, epochKey, "0"))
                .thenAccept(reply -> noticed(reply.get(0)))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        missed = true;
                        log.debug("a beat did not reach Redis", failure);
                    }
                });
    }

    private CompletableFuture<List<Long>> run(RedisScript script, List<String> keys, String... arguments) {
        return Beat.patiently(() -> executor.run(script, keys, List.of(arguments)));
    }

    private synchronized void noticed(long now) {
        boolean changed = epoch >= 0 && (missed || epoch != now);
        epoch = now;
        missed = false;
        if (changed) {
            onChange.run();
        }
    }

    /**
     * Nodes of the application that beat within the last five seconds, as last known.
     *
     * @return at least 1
     */
    public long liveNodes() {
        return liveNodes;
    }

    /**
     * Tells all nodes that something changed. They notice within half a second.
     *
     * @return completes when Redis knows; exceptionally if it cannot be said whether it does
     */
    public CompletionStage<Void> tellChange() {
        return run(readEpoch, epochKey, "1").thenAccept(reply -> noticed(reply.get(0)));
    }

    /** Beats no more; the node counts as alive for five seconds yet. */
    @Override
    public void close() {
        beat.close();
    }
}
