package io.github.limiter.benchmarks.tiers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A request that somebody makes, whatever became of the others.
 *
 * @param at microseconds from the beginning
 * @param order whether it is an order (P0), else a report (P2)
 * @param work microseconds that a worker is busy with it
 */
record Arrival(long at, boolean order, long work) {

    private static final long LEAST_WORK = TimeUnit.MILLISECONDS.toMicros(25);
    private static final long MOST_WORK = TimeUnit.MILLISECONDS.toMicros(75);
    private static final double MEAN_WORK_SECONDS = 0.05;

    /** Requests at random times. The same seed gives the same orders, however many reports there are. */
    static List<Arrival> of(long seed, double seconds, double orderLoad, double reportLoad) {
        List<Arrival> arrivals = new ArrayList<>();
        arrivals.addAll(of(new Random(seed), true, seconds, orderLoad));
        arrivals.addAll(of(new Random(seed + 1_000), false, seconds, reportLoad));
        arrivals.sort(Comparator.comparingLong(Arrival::at));
        return arrivals;
    }

    /** A load of 1 is what all workers can do. */
    private static List<Arrival> of(Random random, boolean order, double seconds, double load) {
        List<Arrival> arrivals = new ArrayList<>();
        double perSecond = load * Server.WORKERS / MEAN_WORK_SECONDS;
        for (double at = pause(random, perSecond); at < seconds; at += pause(random, perSecond)) {
            long work = LEAST_WORK + (long) (random.nextDouble() * (MOST_WORK - LEAST_WORK));
            arrivals.add(new Arrival((long) (at * 1e6), order, work));
        }
        return arrivals;
    }

    private static double pause(Random random, double perSecond) {
        return perSecond == 0 ? Double.MAX_VALUE : -Math.log(1 - random.nextDouble()) / perSecond;
    }
}
