package io.github.limiter.examples.fivelayers;

import static io.github.limiter.examples.fivelayers.Crowd.BUYER;
import static io.github.limiter.examples.fivelayers.Crowd.CRAWLER;
import static io.github.limiter.examples.fivelayers.Crowd.SHOPPER;

import io.github.limiter.examples.fivelayers.Course.Stops;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The article's incident: at night a crawler takes all products, from so many addresses that none of them is conspicuous,
 * beside people who look and people who order.
 */
final class Incident {

    private static final int SHOPPERS = 40;
    private static final int BUYERS = 6;
    private static final int ORDER_PAUSE_MILLIS = 3_000;
    private static final int A_MINUTE = 60;
    private static final int ALL_HAVE_JOINED = 32;
    private static final double AT_LEAST_REFUSED = 0.10;
    private static final double AT_MOST_LEFT = 0.01;

    private final List<Course> withGlobalLimit = new ArrayList<>();
    private final List<Course> withLayers = new ArrayList<>();

    /** A night with only a limit over everything. */
    void withGlobalLimit(Site site, int night, int seconds) throws InterruptedException {
        withGlobalLimit.add(site.play(visitors(night), night, seconds));
    }

    /** The same night with five layers. */
    void withLayers(Site site, int night, int seconds) throws InterruptedException {
        withLayers.add(site.play(visitors(night), night, seconds));
    }

    private static List<Visitor> visitors(int night) {
        List<Visitor> visitors = new ArrayList<>(Crowd.crawler(night));
        visitors.addAll(Crowd.shoppers(1 + night * SHOPPERS, SHOPPERS));
        visitors.addAll(Crowd.buyers(1 + night * BUYERS, BUYERS, ORDER_PAUSE_MILLIS));
        return visitors;
    }

    void report(Findings findings) {
        for (int i = 0; i < withLayers.size(); i++) {
            Course before = withGlobalLimit.get(i);
            Course after = withLayers.get(i);
            String night = "night " + (i + 1) + ": ";
            double refused = before.played().shareRefused(SHOPPER, ALL_HAVE_JOINED);
            findings.figure(
                    night + "with only a global limit shoppers are refused",
                    refused >= AT_LEAST_REFUSED,
                    "%.0f%% of their requests once all have joined (wanted: >= %.0f%%) %s",
                    refused * 100,
                    AT_LEAST_REFUSED * 100,
                    before.played().statuses(SHOPPER));
            findings.figure(
                    night + "with the layers no shopper is refused",
                    after.played().count(SHOPPER, false) == 0 && after.played().count(SHOPPER, true) > 0,
                    "%s",
                    after.played().statuses(SHOPPER));
            findings.figure(
                    night + "with the layers no order is refused",
                    after.played().count(BUYER, false) == 0 && after.played().count(BUYER, true) > 0,
                    "%s",
                    after.played().statuses(BUYER));
            double was = before.reachingShops(CRAWLER, ALL_HAVE_JOINED, before.seconds());
            double is = after.reachingShops(CRAWLER, A_MINUTE, after.seconds());
            findings.figure(
                    night + "crawler requests reaching the shop fall after a minute",
                    was > 0 && is <= was * AT_MOST_LEFT,
                    "from %.1f/s to %.2f/s: by %.2f%% (wanted: >= 99%%)",
                    was,
                    is,
                    100 * (1 - is / Math.max(1, was)));
        }
        findings.table(whoWasStoppedWhere());
    }

    private String whoWasStoppedWhere() {
        StringBuilder table = new StringBuilder(Stops.head());
        for (String kind : List.of(CRAWLER, SHOPPER, BUYER)) {
            withGlobalLimit.forEach(course -> table.append(course.stops(kind).row(kind, "global limit")));
            withLayers.forEach(course -> table.append(course.stops(kind).row(kind, "five layers")));
        }
        return table.toString();
    }

    void draw(Path out) throws IOException {
        Course before = withGlobalLimit.get(0);
        Course after = withLayers.get(0);
        int seconds = Math.min(before.seconds(), after.seconds());
        new Chart(
                        "A night crawler from " + Crowd.CRAWLER_ADDRESSES + " addresses",
                        "its requests a second that reach the shop")
                .line("only a global limit", Chart.RED, before.reachingShops(CRAWLER))
                .line("five layers", Chart.GREEN, after.reachingShops(CRAWLER))
                .write(out.resolve("crawler.svg"));
        new Chart("The shoppers meanwhile", "their requests a second")
                .line("served, five layers", Chart.GREEN, after.played().perSecond(SHOPPER, true, seconds))
                .line("refused, five layers", Chart.BLACK, after.played().perSecond(SHOPPER, false, seconds))
                .line("served, global limit", Chart.GREY, before.played().perSecond(SHOPPER, true, seconds))
                .line("refused, global limit", Chart.RED, before.played().perSecond(SHOPPER, false, seconds))
                .write(out.resolve("shoppers.svg"));
        new Bars("Where the crawler is stopped", "share of its requests")
                .bar("only a global limit", before.stops(CRAWLER))
                .bar("five layers", after.stops(CRAWLER))
                .bar("shoppers, five layers", after.stops(SHOPPER))
                .write(out.resolve("stopped.svg"));
    }
}
