package io.github.limiter.store.resilience;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.store.resilience.CircuitBreaker.Permit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Lives without a remote store for as long as that does not answer. Never completes exceptionally because of the store.
 * Thread-safe.
 *
 * <p><b>When.</b> A call that is not answered within the deadline, or fails, is decided by this node. It is not repeated,
 * since it may have charged; an answer that comes later is ignored. After 5 failures in a row, or when for a while more
 * than one call in four fails, the store is left alone: for half a second (or two deadlines, if that is longer) this node
 * decides at once, then one call is sent to see whether the store answers. The first that succeeds ends it. At most
 * {@value #MAX_WAITING} calls wait for the store, which is more than a Redis answers in a usual deadline; this node
 * decides what comes on top, so that no crowd makes it keep more than that. A store that answers, but could not decide a
 * call ({@link UndecidedException}), has not failed: this node decides that call alone.
 *
 * <p><b>How.</b> By the {@link FailureMode} of each limit:
 *
 * <table>
 * <caption>What this node enforces alone</caption>
 * <tr><th>mode</th><th>tier default</th><th>this node admits</th><th>all nodes admit once, at worst</th></tr>
 * <tr><td>{@link FailureMode#OPEN}</td><td>P0</td><td>the whole quota; what it admitted before counts</td>
 *     <td>(1 + nodes) × quota</td></tr>
 * <tr><td>{@link FailureMode#LOCAL}</td><td>P1</td><td>quota ÷ live nodes, at least 1; counted from zero</td>
 *     <td>2 × quota, while there are no more nodes than units</td></tr>
 * <tr><td>{@link FailureMode#CLOSED}</td><td>P2</td><td>nothing</td><td>quota</td></tr>
 * </table>
 *
 * <p>The worst case is that of a switch within one window: the shared count and those of the nodes do not know of each
 * other. The switch back is one, too. A call that costs more than this node's share is refused as unavailable, not as
 * limited: with the store it might pass. So is a call as a whole if one of its limits is closed; then it is charged
 * nowhere. In shadow a closed limit is not looked at.
 *
 * <p>All such results are {@linkplain LimitResult#isDegraded() degraded} or without a basis. What they charged is given
 * back here; a give-back to the store that fails is lost, so that some call may be refused that need not be.
 *
 * <p><b>What the store has lent</b> ({@linkplain LimitResult#isLent() leases} of {@code concurrency}) must not stay away
 * for an outage, or it would go on for as long as leases last. What a call was lent of which no answer came in time, if it
 * was, and what is given back without a confirmation within the deadline is kept, the latest {@value #MAX_OWED}, and
 * given back when the store answers again, before any call asks it.
 *
 * <p>Continuations of an answer run on a thread of the store's client or on the one that watches the deadlines: they must
 * not block.
 */
public final class ResilientStore implements LimiterStore {

    /** Calls that wait for the store at most. */
    static final int MAX_WAITING = 10_000;

    /** Results kept at most of which something is to be given back, about 200 bytes each. */
    static final int MAX_OWED = 10_000;

    private static final Duration MIN_PAUSE = Duration.ofMillis(500);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final LimiterStore store;
    private final Deadline deadline;
    private final NodeLimits node;
    private final Alarm alarm;
    private final LongSupplier nanos;
    private final CircuitBreaker breaker;
    private final OutageWatch watch;
    private final Debts debts;
    private final LongAdder degraded = new LongAdder();

    /**
     * A store that is lived without where need be.
     *
     * @param store keeps the counts of all nodes; must not block the calling thread
     * @param deadline longest wait for one of its answers, more than 0, such as 50 ms
     * @param node keeps the counts of this node, of nothing else; its bound is the number of counts that are known when
     *     the store fails
     * @param liveNodes how many nodes shared the store when it was last seen, at least 1; asked on the request path
     * @throws InvalidConfigurationException if the deadline is not positive
     */
    public ResilientStore(LimiterStore store, Duration deadline, MemoryStore node, LongSupplier liveNodes) {
        this(store, deadline, node, liveNodes, Alarm.onThread("limiter-deadline", deadline), System::nanoTime);
    }

    ResilientStore(
            LimiterStore store,
            Duration deadline,
            MemoryStore node,
            LongSupplier liveNodes,
            Alarm alarm,
            LongSupplier nanos) {
        this.store = store;
        this.deadline = new Deadline(deadline, alarm);
        this.node = new NodeLimits(node, liveNodes);
        this.alarm = alarm;
        this.nanos = nanos;
        this.breaker = new CircuitBreaker(Math.max(MIN_PAUSE.toNanos(), 2 * deadline.toNanos()));
        this.watch = new OutageWatch(breaker, nanos);
        this.debts = new Debts(store, this.deadline, alarm, breaker, watch, nanos);
    }

    @Override
    public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        Permit permit = breaker.permit(nanos.getAsLong());
        if (permit == Permit.NONE || permit == Permit.PASS && deadline.waiting() >= MAX_WAITING) {
            return CompletableFuture.completedFuture(decideHere(checks));
        }
        if (permit == Permit.PROBE && debts.comeFirst()) {
            debts.payBack(permit);
            return CompletableFuture.completedFuture(decideHere(checks));
        }
        debts.letCallsGo();
        return deadline.inTime(() -> store.decide(checks), late -> givenUp(checks, late))
                .handle((results, failure) -> {
                    if (failure != null) {
                        if (!deadline.isMissed(failure)) {
                            debts.add(unanswered(checks));
                        }
                        failed(permit, failure);
                        return decideHere(checks);
                    }
                    if (watch.succeeded(permit)) {
                        debts.payBack(Permit.PASS);
                    }
                    node.follow(results);
                    return results;
                });
    }

    /**
     * A reply that nobody waits for: it need not be sent any more, unless it lends. Then it must have come, or failed,
     * before anything is given back: that could arrive first.
     */
    private void givenUp(List<LimitCheck> checks, CompletableFuture<List<LimitResult>> late) {
        if (checks.stream().noneMatch(check -> check.algorithm().lends())) {
            late.cancel(false);
            return;
        }
        late.whenComplete((results, failure) -> {
            debts.add(failure == null ? results : unanswered(checks));
            if (!breaker.isOpen()) {
                debts.payBack(Permit.PASS);
            }
        });
    }

    private static List<LimitResult> unanswered(List<LimitCheck> checks) {
        return checks.stream().map(LimitResult::unanswered).toList();
    }

    private List<LimitResult> decideHere(List<LimitCheck> checks) {
        degraded.increment();
        long askedAgain = TimeUnit.NANOSECONDS.toMicros(breaker.untilNextCall(nanos.getAsLong()));
        return node.decide(checks, Math.max(1, askedAgain));
    }

    @Override
    public CompletionStage<Void> giveBack(List<LimitResult> results) {
        if (results.stream().anyMatch(LimitResult::isDegraded)) {
            return node.giveBack(results);
        }
        if (breaker.isOpen()) {
            debts.add(results);
            return DONE;
        }
        return deadline.inTime(() -> store.giveBack(results), late -> {}).handle((done, failure) -> {
            if (failure != null) {
                if (!OutageWatch.isUndecided(failure)) {
                    debts.add(results);
                }
                failed(Permit.PASS, failure);
            }
            return done;
        });
    }

    private void failed(Permit permit, Throwable failure) {
        if (OutageWatch.isUndecided(failure)) {
            // It answers, whatever is wrong with this call: the next ones need not do without it.
            if (watch.succeeded(permit)) {
                debts.payBack(Permit.PASS);
            }
            watch.undecided(failure);
        } else {
            watch.failed(permit, failure);
        }
    }

    /**
     * Whether the store is left alone at this moment, but for a call now and then.
     *
     * @return true from several failures to the first success
     */
    public boolean isDegraded() {
        return breaker.isOpen();
    }

    /**
     * Calls to the store that failed or were not answered in time.
     *
     * @return since the start
     */
    public long failures() {
        return watch.failures();
    }

    /**
     * Decisions made without the store.
     *
     * @return since the start
     */
    public long degradedDecisions() {
        return degraded.sum();
    }

    @Override
    public void close() {
        alarm.close();
        store.close();
    }
}
