package io.github.limiter.benchmarks.tiers;

import io.github.limiter.guard.Decision;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Some workers and a queue before them, as a servlet container has; and clients who give up after a second, of which the
 * server hears nothing. In a time of its own, so that what comes out depends on the seed alone and on no machine; the guard
 * before it, its limits and their store are the library's own, on that time.
 */
final class Server {

    static final int WORKERS = 16;
    private static final int QUEUE = 1_000;
    private static final long PATIENCE_MICROS = TimeUnit.SECONDS.toMicros(1);

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final Deque<Call> queue = new ArrayDeque<>();
    private final PriorityQueue<UnderWay> underWay = new PriorityQueue<>(Comparator.comparingLong(UnderWay::end));
    private final List<Long> orders = new ArrayList<>();
    private final @Nullable Tiers tiers;
    private int reports;

    /** A request that was let in. */
    private record Call(
            Arrival arrival, long begin, @Nullable Decision decision) {}

    private record UnderWay(Call call, long end) {}

    /** With the library before the workers, and a share of their places reserved for orders; without it if that is 0. */
    Server(double reserved) {
        tiers = reserved > 0 ? new Tiers(time, reserved) : null;
    }

    /** Serves requests as they arrive. */
    Served serve(List<Arrival> arrivals) {
        long begin = time.micros();
        int asked = 0;
        for (Arrival arrival : arrivals) {
            workUntil(begin + arrival.at());
            arrive(arrival);
            asked += arrival.order() ? 1 : 0;
        }
        workUntil(time.micros() + PATIENCE_MICROS);
        return new Served(asked, List.copyOf(orders), arrivals.size() - asked, reports);
    }

    private void arrive(Arrival arrival) {
        Decision decision = tiers == null ? null : tiers.decide(arrival.order());
        if (decision != null && !decision.isAllowed()) {
            return;
        }
        Call call = new Call(arrival, time.micros(), decision);
        if (underWay.size() < WORKERS) {
            work(call);
        } else if (queue.size() < QUEUE) {
            queue.add(call);
        } else {
            ended(call);
        }
    }

    private void work(Call call) {
        underWay.add(new UnderWay(call, time.micros() + call.arrival.work()));
    }

    private void workUntil(long micros) {
        for (UnderWay first = underWay.peek(); first != null && first.end <= micros; first = underWay.peek()) {
            underWay.remove();
            time.moveTo(first.end);
            served(first.call);
            Call next = queue.poll();
            if (next != null) {
                work(next);
            }
        }
        time.moveTo(micros);
    }

    private void served(Call call) {
        ended(call);
        long took = time.micros() - call.begin;
        if (took <= PATIENCE_MICROS) {
            if (call.arrival.order()) {
                orders.add(took);
            } else {
                reports++;
            }
        }
    }

    private void ended(Call call) {
        if (tiers != null && call.decision != null) {
            tiers.ended(call.decision);
        }
    }
}
