package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What several sources want together. Not thread-safe. */
final class LoadSum {

    private static final long SECOND = 1_000_000;

    private final long now;
    private LoadLevel level = LoadLevel.NORMAL;
    private LoadSource source = LoadSource.NONE;
    private final Set<Tier> tiers = EnumSet.noneOf(Tier.class);
    private final Set<String> policies = new HashSet<>();
    private long ends = LoadState.OPEN;
    private long known = LoadState.OPEN;

    /** A state, and how long it is known to hold, in microseconds since the epoch. */
    record Holding(LoadState state, long until) {}

    LoadSum(long now) {
        this.now = now;
    }

    void add(ScheduledLoad entry) {
        ScheduledLoad.Phase phase = entry.at(now);
        known = Math.min(known, phase.known());
        if (phase.holds()) {
            ends = source == LoadSource.NONE ? phase.change() : Math.max(ends, phase.change());
            source = LoadSource.SCHEDULE;
            raise(entry.order().level());
            tiers.addAll(entry.order().tiers());
            policies.addAll(entry.order().policies());
        }
    }

    void add(LoadLevel ofNode) {
        known = Math.min(known, now + SECOND);
        if (ofNode.compareTo(level) > 0) {
            level = ofNode;
            source = LoadSource.ADAPTIVE;
            ends = LoadState.OPEN;
        }
    }

    void discard(Load.Ordered order) {
        known = Math.min(known, order.until());
        tiers.addAll(order.order().tiers());
        policies.addAll(order.order().policies());
        if (source == LoadSource.NONE) {
            source = LoadSource.OPERATOR;
            ends = order.until();
        }
    }

    private void raise(@Nullable LoadLevel wanted) {
        if (wanted != null && wanted.compareTo(level) > 0) {
            level = wanted;
        }
    }

    Holding total() {
        return new Holding(new LoadState(level, source, tiers, policies, ends), known);
    }
}
