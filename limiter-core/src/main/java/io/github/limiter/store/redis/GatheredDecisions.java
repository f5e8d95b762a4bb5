package io.github.limiter.store.redis;

import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.UndecidedException;
import io.github.limiter.store.redis.ScriptedDecisions.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decisions on one server. One that comes while none is on its way is sent at once. Those that come meanwhile wait for the
 * answer and are sent together: what a script call costs the server and the client beside its decisions is then paid once
 * for all of them. To a server that is far more are on their way, see {@link Pace}.
 *
 * <p>Those that are sent together are decided one after the other, as if each had come by itself; one that a script cannot
 * decide fails alone. All that they share is that they fail together if Redis does. Thread-safe, without a thread of its own.
 */
final class GatheredDecisions {

    /**
     * As many take the server a quarter of a millisecond if they are admitted, in which it serves nobody else; one to four
     * if each is refused and strikes somebody else.
     */
    private static final int MAX_LIMITS_TOGETHER = 32;

    private final ScriptedDecisions decisions;
    private final Pace pace;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger senders = new AtomicInteger();

    GatheredDecisions(ScriptedDecisions decisions, Pace pace) {
        this.decisions = decisions;
        this.pace = pace;
    }

    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        if (queue.isEmpty() && begin()) {
            return sent(() -> decisions.decide(checks));
        }
        Waiting waiting = new Waiting(decisions.prepare(checks));
        queue.add(waiting);
        sendWaiting();
        return waiting;
    }

    /** Takes leave to send something; to be followed by {@link #sent}. Two at once may both get the last one. */
    private boolean begin() {
        if (underWay.get() >= pace.allowed() && !pace.isStuck()) {
            return false;
        }
        underWay.incrementAndGet();
        return true;
    }

    private <T> CompletionStage<T> sent(Supplier<CompletionStage<T>> call) {
        long sentAt = pace.sent();
        CompletionStage<T> reply = of(call);
        reply.whenComplete((answer, failure) -> {
            if (failure == null) {
                pace.answered(sentAt);
            }
            ended();
        });
        return reply;
    }

    /** A call that cannot even be sent has failed as one that was: others wait for its end. */
    private static <T> CompletionStage<T> of(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void ended() {
        underWay.decrementAndGet();
        sendWaiting();
    }

    /** One thread at a time sends, in a loop: a call that fails at once has the next one sent, however many there are. */
    private void sendWaiting() {
        if (senders.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            while (!queue.isEmpty() && begin()) {
                List<Waiting> together = next();
                if (together.isEmpty()) {
                    underWay.decrementAndGet();
                } else {
                    sendTogether(together);
                }
            }
            seen = senders.addAndGet(-seen);
        } while (seen > 0);
    }

    private void sendTogether(List<Waiting> together) {
        List<Call> calls = together.stream().map(waiting -> waiting.call).toList();
        sent(() -> decisions.decideTogether(calls))
                .whenComplete((results, failure) -> settle(together, results, failure));
    }

    /** The eldest ones, of one time: on the server's clock, all are. */
    private List<Waiting> next() {
        List<Waiting> together = new ArrayList<>();
        int limits = 0;
        while (limits < MAX_LIMITS_TOGETHER) {
            Waiting waiting = queue.peek();
            if (waiting == null
                    || !together.isEmpty()
                            && !waiting.call.time().equals(together.get(0).call.time())) {
                break;
            }
            // One that was given up meanwhile is not charged; one that another thread was quicker to take, not twice.
            if (queue.remove(waiting) && !waiting.isDone()) {
                together.add(waiting);
                limits += waiting.call.checks().size();
            }
        }
        return together;
    }

    private static void settle(
            List<Waiting> together, @Nullable List<@Nullable List<LimitResult>> results, @Nullable Throwable failure) {
        for (int i = 0; i < together.size(); i++) {
            List<LimitResult> own = results == null ? null : results.get(i);
            if (own != null) {
                together.get(i).complete(own);
            } else {
                together.get(i)
                        .completeExceptionally(
                                failure == null
                                        ? new UndecidedException("A script failed on this call; see the log of Redis")
                                        : failure);
            }
        }
    }

    /** A decision that is gathered. */
    private static final class Waiting extends CompletableFuture<List<LimitResult>> {

        private final Call call;

        Waiting(Call call) {
            this.call = call;
        }
    }
}
