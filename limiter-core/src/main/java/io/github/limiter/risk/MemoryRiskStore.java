package io.github.limiter.risk;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.CounterKey;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Keeps what is known in this JVM, for one node. Bounded, without threads of its own: who was seen seldom and not lately goes
 * first, so that a flood of addresses that come once pushes out nobody who keeps coming. A subject takes some hundred bytes
 * a scene, and up to 8 KB for each set that it fills.
 */
public final class MemoryRiskStore implements RiskStore {

    private static final int SEGMENTS = 16;
    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final TimeSource time;
    private final KnownSubjects[] segments;

    /**
     * An empty store.
     *
     * @param maxSubjects subjects kept at most, counted once a scene
     * @param time the clock
     * @throws InvalidConfigurationException if there would be no room
     */
    public MemoryRiskStore(int maxSubjects, TimeSource time) {
        if (maxSubjects < 1) {
            throw new InvalidConfigurationException(
                    "maxSubjects",
                    maxSubjects,
                    "is not a positive number of subjects",
                    "Set 1 or more, such as 100000");
        }
        this.time = time;
        int count = maxSubjects < 64 * SEGMENTS ? 1 : SEGMENTS;
        segments = new KnownSubjects[count];
        for (int i = 0; i < count; i++) {
            segments[i] = new KnownSubjects(maxSubjects / count + (i < maxSubjects % count ? 1 : 0));
        }
    }

    @Override
    public CompletionStage<List<long[]>> observe(List<Observation> observations) {
        if (observations.size() == 1) {
            return CompletableFuture.completedFuture(List.of(observe(observations.get(0))));
        }
        List<long[]> values = new ArrayList<>(observations.size());
        for (Observation observation : observations) {
            values.add(observe(observation));
        }
        return CompletableFuture.completedFuture(values);
    }

    private long[] observe(Observation observation) {
        CounterKey key = new CounterKey(observation.subject(), observation.scene(), null);
        return segment(key).observe(key, observation, time.micros());
    }

    @Override
    public CompletionStage<Void> forget(Observation observation) {
        CounterKey key = new CounterKey(observation.subject(), observation.scene(), null);
        segment(key).forget(key);
        return DONE;
    }

    private KnownSubjects segment(CounterKey key) {
        int hash = key.hashCode() * 0x9E3779B9;
        return segments[(hash >>> 16) & (segments.length - 1)];
    }

    /**
     * Subjects kept at this moment, counted once a scene.
     *
     * @return never more than the bound
     */
    public int size() {
        return Arrays.stream(segments).mapToInt(KnownSubjects::size).sum();
    }
}
