package io.github.limiter.risk;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Keeps what is known about subjects, scene by scene. Bounded; every entry ends by itself. Thread-safe. The time is that
 * of the store.
 */
public interface RiskStore extends AutoCloseable {

    /**
     * Notes what happened and answers with what follows from it, each subject by itself and atomically.
     *
     * @param observations one for each subject and scene of a call; not empty
     * @return for each of them the values of its gauges, in their order; completes exceptionally if the store could not be
     *     reached, and then may or may not have noted it
     */
    CompletionStage<List<long[]>> observe(List<Observation> observations);

    /**
     * Notes what is known only afterwards. Best effort; may wait for a moment, to be sent with others.
     *
     * @param observations one for each subject and scene of a call; not empty
     * @return completes when it is noted, or taken to be
     */
    default CompletionStage<Void> observeLater(List<Observation> observations) {
        return observe(observations).thenAccept(values -> {});
    }

    /**
     * Forgets what is known about a subject in a scene, as after a ban: whoever comes back must offend anew.
     *
     * @param observation names both
     * @return completes when it is done
     */
    CompletionStage<Void> forget(Observation observation);

    @Override
    default void close() {}
}
