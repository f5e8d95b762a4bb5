package io.github.limiter.store.resilience;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What this node enforces while it is alone: see {@link ResilientStore}. */
final class NodeLimits {

    private final MemoryStore counts;
    private final LongSupplier liveNodes;

    NodeLimits(MemoryStore counts, LongSupplier liveNodes) {
        this.counts = counts;
        this.liveNodes = liveNodes;
    }

    /** Decides what the node can; if there is a limit that it cannot, and that is enforced, the call is unavailable. */
    List<LimitResult> decide(List<LimitCheck> checks, long askedAgainMicros) {
        @Nullable LimitResult[] results = new LimitResult[checks.size()];
        List<LimitCheck> decidable = new ArrayList<>(checks.size());
        boolean unavailable = false;
        for (int i = 0; i < results.length; i++) {
            LimitCheck check = checks.get(i);
            LimitCheck here = here(check);
            if (here != null) {
                decidable.add(here);
            } else if (check.enforced()) {
                results[i] = LimitResult.unavailable(check, askedAgainMicros);
                unavailable = true;
            } else {
                results[i] = LimitResult.unknown(check);
            }
        }
        Iterator<LimitResult> decided = unavailable ? Collections.emptyIterator() : decideHere(decidable);
        List<LimitResult> all = new ArrayList<>(results.length);
        for (int i = 0; i < results.length; i++) {
            LimitResult known = results[i];
            if (known == null) {
                known = decided.hasNext() ? decided.next().onNode() : LimitResult.unknown(checks.get(i));
            }
            all.add(known);
        }
        return all;
    }

    /**
     * Counts what the store has admitted, so that a limit that stays open does not begin at zero. But for what is only
     * lent: it goes back to the store, not to here.
     */
    void follow(List<LimitResult> results) {
        for (LimitResult result : results) {
            if (result.charged()
                    && !result.isLent()
                    && failureModeOf(result.check().policy()) == FailureMode.OPEN) {
                decideHere(List.of(result.check()));
            }
        }
    }

    CompletionStage<Void> giveBack(List<LimitResult> results) {
        return counts.giveBack(results);
    }

    private Iterator<LimitResult> decideHere(List<LimitCheck> checks) {
        return checks.isEmpty()
                ? Collections.emptyIterator()
                : counts.decide(checks).toCompletableFuture().join().iterator();
    }

    /** The check under the quota of this node; null if nothing is to be admitted without the store. */
    private @Nullable LimitCheck here(LimitCheck check) {
        return switch (failureModeOf(check.policy())) {
            case OPEN -> check;
            case LOCAL -> share(check);
            default -> null;
        };
    }

    /** Null if the call costs more than this node's share can ever give. */
    private @Nullable LimitCheck share(LimitCheck check) {
        LimitCheck share = new LimitCheck(
                check.policy(),
                check.key(),
                check.algorithm(),
                check.quota().dividedBy(Math.max(1, liveNodes.getAsLong())),
                check.cost(),
                null,
                check.lease());
        return share.cost() > share.algorithm().capacity(share.quota()) ? null : share;
    }

    private static FailureMode failureModeOf(RatePolicy policy) {
        if (policy.failureMode() != FailureMode.BY_TIER) {
            return policy.failureMode();
        }
        return switch (policy.tier()) {
            case P0 -> FailureMode.OPEN;
            case P1 -> FailureMode.LOCAL;
            case P2 -> FailureMode.CLOSED;
        };
    }
}
