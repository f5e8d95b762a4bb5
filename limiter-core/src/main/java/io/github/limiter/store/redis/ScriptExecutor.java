package io.github.limiter.store.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts on Redis: all that {@link RedisStore} asks of a client. Thread-safe.
 *
 * <p><b>At most once.</b> A script that counts must not run twice for one call. An executor sends it again only when
 * Redis has said that it did not run (an unknown script, another node of a cluster), never because an answer was lost.
 */
public interface ScriptExecutor extends AutoCloseable {

    /**
     * Runs a script, by its name where Redis knows it; where it does not, the text is sent.
     *
     * @param script what to run
     * @param keys {@code KEYS}, all of one slot, not empty
     * @param arguments {@code ARGV}
     * @return the reply, integers all; completes exceptionally, and always does rather than throw, if the script did not
     *     run, failed, or may have run without its reply having arrived. Completes on a thread of the client, which must
     *     not be blocked
     */
    CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments);

    /**
     * {@link #run} for a script whose reply has text.
     *
     * @param script what to run
     * @param keys as there
     * @param arguments as there
     * @return the reply, flat; integers as decimal text, null for what is not there; completes exceptionally as there
     */
    CompletionStage<List<@Nullable String>> runForText(RedisScript script, List<String> keys, List<String> arguments);

    /**
     * Makes a script known to all nodes, so that the first calls are as fast as later ones.
     *
     * @param script what to load
     * @return completes when it is known; exceptionally if Redis cannot be reached or does not understand it
     */
    CompletionStage<Void> load(RedisScript script);

    /**
     * Whether keys are spread over the slots of a Redis Cluster.
     *
     * @return if so, one run can have keys of one slot only
     */
    boolean isCluster();

    /** Gives up what was opened for this executor, and nothing else. */
    @Override
    void close();
}
