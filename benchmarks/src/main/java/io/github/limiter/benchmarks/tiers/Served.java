package io.github.limiter.benchmarks.tiers;

import java.util.List;
import java.util.Locale;

/**
 * What became of requests.
 *
 * @param orders orders that arrived
 * @param latencies of those that were served before their clients gave up, in microseconds
 * @param reports reports that arrived
 * @param reportsServed those that were served in time
 */
record Served(int orders, List<Long> latencies, int reports, int reportsServed) {

    private static final double MILLI = 1e3;

    double success() {
        return (double) latencies.size() / orders;
    }

    /** Of all orders: those that were not served took longer than any. */
    double p99Millis() {
        List<Long> sorted = latencies.stream().sorted().toList();
        int index = (int) Math.ceil(orders * 0.99) - 1;
        return index < sorted.size() ? sorted.get(index) / MILLI : Double.POSITIVE_INFINITY;
    }

    String successText() {
        return String.format(Locale.ROOT, "%.2f%% of %d", success() * 100, orders);
    }

    String p99Text() {
        double p99 = p99Millis();
        return Double.isInfinite(p99) ? "given up" : String.format(Locale.ROOT, "%.0f ms", p99);
    }

    String reportsText() {
        return reports == 0 ? "" : String.format(Locale.ROOT, "%.0f%% of %d", 100.0 * reportsServed / reports, reports);
    }
}
