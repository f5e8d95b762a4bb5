package io.github.limiter.examples.fivelayers;

import static io.github.limiter.examples.fivelayers.Crowd.ANALYST;
import static io.github.limiter.examples.fivelayers.Crowd.BUYER;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The peak of a promotion: everybody orders, and everybody's dashboards ask for reports, more than the shop can bear. */
final class Promotion {

    private static final int BUYERS = 24;
    private static final int ORDER_PAUSE_MILLIS = 1_000;
    private static final int ANALYSTS = 300;
    private static final int REPORT_PAUSE_MILLIS = 1_500;
    private static final double AT_LEAST_REFUSED = 0.10;

    private @Nullable Course without;
    private @Nullable Course with;

    /** Orders and reports are equal before the limit over everything. */
    void withoutTiers(Site site, int seconds) throws InterruptedException {
        without = site.play(visitors(), 1, seconds);
    }

    /** Reports are P2, orders P0, and an operator has ordered level peak. */
    void withTiers(Site site, int seconds) throws IOException, InterruptedException {
        new Door(site).order("PEAK");
        with = site.play(visitors(), 1, seconds);
    }

    private static List<Visitor> visitors() {
        List<Visitor> visitors = new ArrayList<>(Crowd.buyers(1_000, BUYERS, ORDER_PAUSE_MILLIS));
        visitors.addAll(Crowd.analysts(1, ANALYSTS, REPORT_PAUSE_MILLIS));
        return visitors;
    }

    void report(Findings findings) {
        if (without == null || with == null) {
            return;
        }
        double refused = without.played().shareRefused(BUYER, 0);
        findings.figure(
                "promotion: without tiers orders are refused",
                refused >= AT_LEAST_REFUSED,
                "%.0f%% of them (wanted: >= %.0f%%) %s",
                refused * 100,
                AT_LEAST_REFUSED * 100,
                without.played().statuses(BUYER));
        findings.figure(
                "promotion: with tiers no order is refused, and reports are dropped",
                with.played().count(BUYER, false) == 0
                        && with.played().count(BUYER, true) > 0
                        && with.played().count(ANALYST, true) == 0,
                "orders %s, reports %s",
                with.played().statuses(BUYER),
                with.played().statuses(ANALYST));
    }

    void draw(Path out) throws IOException {
        if (without == null || with == null) {
            return;
        }
        new Chart("Orders at the peak of a promotion", "orders a second")
                .line("taken, with tiers", Chart.GREEN, with.played().perSecond(BUYER, true, with.seconds()))
                .line("refused, with tiers", Chart.BLACK, with.played().perSecond(BUYER, false, with.seconds()))
                .line("taken, without", Chart.GREY, without.played().perSecond(BUYER, true, without.seconds()))
                .line("refused, without", Chart.RED, without.played().perSecond(BUYER, false, without.seconds()))
                .write(out.resolve("promotion.svg"));
    }
}
