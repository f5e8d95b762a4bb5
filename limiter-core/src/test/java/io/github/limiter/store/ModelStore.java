package io.github.limiter.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** The slow and obvious store: keeps histories and tries out when a call would pass. Not thread-safe. */
final class ModelStore implements LimiterStore {

    private final LongSupplier clock;
    private final Map<CounterKey, ModelCount> counts = new HashMap<>();

    ModelStore(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        long now = clock.getAsLong();
        List<ModelCount> models = new ArrayList<>();
        List<Long> retryAfter = new ArrayList<>();
        boolean admitted = true;
        for (LimitCheck check : checks) {
            ModelCount model = modelOf(check);
            model.settle(check.quota(), now);
            long time = model.retryAfter(check.quota(), check.cost(), now);
            models.add(model);
            retryAfter.add(time);
            admitted &= time == 0 || !check.enforced();
        }
        List<LimitResult> results = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            LimitCheck check = checks.get(i);
            ModelCount model = models.get(i);
            boolean allowed = retryAfter.get(i) == 0;
            boolean charged = allowed && admitted;
            long departure = now;
            if (charged) {
                departure = model.take(check.quota(), check.cost(), now);
                counts.put(check.key(), model);
            }
            results.add(new LimitResult(
                    check,
                    allowed,
                    charged,
                    model.available(check.quota(), now),
                    retryAfter.get(i),
                    model.resetAfter(check.quota(), now),
                    departure - now,
                    departure));
        }
        return CompletableFuture.completedFuture(results);
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        for (LimitResult result : results) {
            if (result.charged()) {
                LimitCheck check = result.check();
                modelOf(check).giveBack(check.quota(), check.cost(), result.departure(), clock.getAsLong());
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    private ModelCount modelOf(LimitCheck check) {
        ModelCount known = counts.get(check.key());
        return known != null && known.algorithm().equals(check.algorithm().name())
                ? known
                : ModelCount.of(check.algorithm().name());
    }
}
