package io.github.limiter.load;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A server in its own time: some workers, requests that arrive at random and take random times, a queue without bound. One
 * request in ten is an order, P0; the others are for products or prices, P2, and are dropped while the level is raised.
 */
final class SimulatedServer {

    private static final int WORKERS = 16;
    private static final double SERVICE_SECONDS = 0.02;
    private static final double CAPACITY = WORKERS / SERVICE_SECONDS;

    private final ManualTime time;
    private final AdaptiveLoad load;
    private final Random random;
    private final Deque<RequestTime> queue = new ArrayDeque<>();
    private final PriorityQueue<Served> underWay = new PriorityQueue<>(Comparator.comparingLong(Served::at));
    private final List<Change> changes = new ArrayList<>();
    private final long start;
    private double slowness = 1;
    private boolean hangs;

    private record Served(long at, RequestTime time) {}

    /** A level, and the second in which it began. */
    record Change(double second, LoadLevel level) {}

    SimulatedServer(AdaptiveLoad load, ManualTime time, long seed) {
        this.time = time;
        this.load = load;
        this.random = new Random(seed);
        this.start = time.micros();
    }

    /** Requests arrive at a rate, a share of what the server can do, by seconds from now. */
    void run(Duration length, DoubleUnaryOperator rate) {
        long begin = time.micros();
        long end = begin + length.toNanos() / 1_000;
        long arrival = begin;
        while (arrival < end) {
            double perSecond = Math.max(1e-6, rate.applyAsDouble((arrival - begin) / 1e6)) * CAPACITY;
            arrival = Math.min(end, arrival + Math.max(1, micros(1 / perSecond)));
            serveUntil(arrival);
            time.moveTo(arrival);
            if (arrival < end) {
                arrive();
            }
        }
    }

    void slowDown(double factor) {
        slowness = factor;
    }

    void hang() {
        hangs = true;
    }

    List<Change> changes() {
        return changes;
    }

    private long micros(double meanSeconds) {
        return Math.round(-Math.log(1 - random.nextDouble()) * meanSeconds * 1e6);
    }

    private void arrive() {
        boolean core = random.nextInt(10) == 0;
        RequestTime request = load.begin();
        look();
        request.handledBy(core ? "orders" : random.nextInt(4) == 0 ? "prices" : "products");
        if (!core && load.level() != LoadLevel.NORMAL) {
            request.end(AdaptiveLoad.End.OTHER);
        } else if (underWay.size() < WORKERS) {
            serve(request);
        } else {
            queue.add(request);
        }
    }

    private void serve(RequestTime request) {
        long takes = hangs ? 1_000_000_000_000L : 1 + micros(SERVICE_SECONDS * slowness);
        underWay.add(new Served(time.micros() + takes, request));
    }

    private void serveUntil(long until) {
        while (!underWay.isEmpty() && underWay.peek().at <= until) {
            Served served = underWay.remove();
            time.moveTo(served.at);
            served.time.end(AdaptiveLoad.End.SERVED);
            look();
            if (!queue.isEmpty()) {
                serve(queue.remove());
            }
        }
    }

    private void look() {
        LoadLevel level = load.level();
        LoadLevel last = changes.isEmpty() ? LoadLevel.NORMAL : changes.get(changes.size() - 1).level;
        if (level != last) {
            changes.add(new Change((time.micros() - start) / 1e6, level));
        }
    }
}
