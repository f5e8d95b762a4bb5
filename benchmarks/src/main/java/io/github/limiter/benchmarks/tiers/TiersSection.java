package io.github.limiter.benchmarks.tiers;

import io.github.limiter.benchmarks.harness.Figure;
import io.github.limiter.benchmarks.harness.Plan;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.harness.Table;
import io.github.limiter.load.LoadRules;
import java.util.List;
import java.util.Locale;

/**
 * Orders at a tenth of what a server can do: alone, then with reports at five times of what it can do, without tiers, with
 * a tenth of the places reserved for orders, as is the default, and with as many as it takes. The {@link Server} has a
 * time of its own, so this is the same on every machine. Seeds are fixed; each gives the same orders four times.
 */
public final class TiersSection implements Section {

    private static final double SECONDS = 60;
    private static final double ORDERS = 0.1;
    static final double FLOOD = 5;
    static final double WANTED_SUCCESS = 0.999;
    static final double WANTED_RATIO = 2;
    static final List<Long> SEEDS = List.of(1L, 2L, 3L, 4L, 5L);

    /** Nothing to configure. */
    public TiersSection() {}

    @Override
    public String name() {
        return "tiers";
    }

    @Override
    public void run(Plan plan, Report report) {
        Table table = new Table(
                "Orders (P0) while reports (P2) ask for 5 × what the server can do",
                "seed",
                "reports",
                "orders served within 1 s",
                "p99 of orders",
                "× idle",
                "reports served");
        double worstWith = 1;
        double worstRatio = 0;
        double bestWithout = 0;
        double leastRatioWithout = Double.POSITIVE_INFINITY;
        for (long seed : SEEDS) {
            Served idle = serve(seed, 0, 0);
            Served without = serve(seed, FLOOD, 0);
            Served tenth = serve(seed, FLOOD, LoadRules.DEFAULT.reserved());
            Served with = serve(seed, FLOOD, Tiers.RESERVED);
            row(table, seed, "none", idle, idle);
            row(table, seed, "without tiers", without, idle);
            row(table, seed, "with tiers, reserved=0.1", tenth, idle);
            row(table, seed, "with tiers, reserved=0.7", with, idle);
            worstWith = Math.min(worstWith, with.success());
            worstRatio = Math.max(worstRatio, ratio(with, idle));
            bestWithout = Math.max(bestWithout, without.success());
            leastRatioWithout = Math.min(leastRatioWithout, ratio(without, idle));
        }
        report.table(table);
        report.figure(new Figure(
                "orders served under a flood of reports, with tiers, worst seed",
                "≥ 99.9%",
                percent(worstWith),
                worstWith >= WANTED_SUCCESS));
        report.figure(new Figure(
                "p99 of orders under a flood of reports, with tiers, against idle, worst seed",
                "≤ 2 ×",
                String.format(Locale.ROOT, "%.2f ×", worstRatio),
                worstRatio <= WANTED_RATIO));
        report.figure(new Figure(
                "the same without tiers, best seed",
                "not both",
                percent(bestWithout) + ", " + times(leastRatioWithout),
                bestWithout < WANTED_SUCCESS || leastRatioWithout > WANTED_RATIO));
    }

    static Served serve(long seed, double flood, double reserved) {
        return new Server(reserved).serve(Arrival.of(seed, SECONDS, ORDERS, flood));
    }

    static double ratio(Served one, Served idle) {
        return one.p99Millis() / idle.p99Millis();
    }

    private static void row(Table table, long seed, String reports, Served served, Served idle) {
        table.row(
                Long.toString(seed),
                reports,
                served.successText(),
                served.p99Text(),
                times(ratio(served, idle)),
                served.reportsText());
    }

    private static String times(double ratio) {
        return Double.isInfinite(ratio) ? "∞" : String.format(Locale.ROOT, "%.2f ×", ratio);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", share * 100);
    }
}
