package io.github.limiter.examples.fivelayers;

import static io.github.limiter.examples.fivelayers.Crowd.ANALYST;
import static io.github.limiter.examples.fivelayers.Crowd.BUYER;
import static io.github.limiter.examples.fivelayers.Crowd.FARMER;
import static io.github.limiter.examples.fivelayers.Crowd.SHOPPER;
import static io.github.limiter.examples.fivelayers.Crowd.SLOW_CRAWLER;

import io.github.limiter.examples.fivelayers.Course.Stops;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Those who ask less of each address than nginx would mind, each of whom another layer behind it stops: reports for all the
 * gateway, one account behind many addresses the shop's limits, a crawler below all limits its risk control.
 */
final class Quiet {

    private static final int SHOPPERS = 40;
    private static final int BUYERS = 6;
    private static final int ORDER_PAUSE_MILLIS = 3_000;
    private static final int ANALYSTS = 40;
    private static final int REPORT_PAUSE_MILLIS = 1_500;
    private static final int SECONDS = 45;
    private static final int KNOWN_AFTER_SECONDS = 37;
    private static final double AT_LEAST_STOPPED = 0.9;
    private static final int FIRST = 2_000;

    private final List<Course> courses = new ArrayList<>();

    /** A night of it. */
    void play(Site site, int night) throws IOException, InterruptedException {
        if (night > 0) {
            new Door(site).lift("user:" + Crowd.FARMERS_ACCOUNT);
        }
        courses.add(site.play(visitors(night), night, SECONDS));
    }

    private static List<Visitor> visitors(int night) {
        List<Visitor> visitors = new ArrayList<>(Crowd.slowCrawler(night));
        visitors.addAll(Crowd.farmer(FIRST + night * 100));
        visitors.addAll(Crowd.analysts(FIRST + night * ANALYSTS, ANALYSTS, REPORT_PAUSE_MILLIS));
        visitors.addAll(Crowd.shoppers(FIRST + night * SHOPPERS, SHOPPERS));
        visitors.addAll(Crowd.buyers(FIRST + night * BUYERS, BUYERS, ORDER_PAUSE_MILLIS));
        return visitors;
    }

    void report(Findings findings) {
        StringBuilder table = new StringBuilder(Stops.head());
        for (String kind : List.of(ANALYST, FARMER, SLOW_CRAWLER, SHOPPER, BUYER)) {
            courses.forEach(course -> table.append(course.stops(kind).row(kind, "five layers")));
        }
        for (int i = 0; i < courses.size(); i++) {
            report("quiet night " + (i + 1) + ": ", courses.get(i), findings);
        }
        findings.table(table.toString());
    }

    private static void report(String night, Course course, Findings findings) {
        Stops reports = course.stops(ANALYST);
        findings.figure(
                night + "the gateway stops what is too much for all together",
                reports.edgeBans() + reports.edgeLimits() == 0
                        && reports.gateway() > 0
                        && reports.gateway() > reports.asked() / 2,
                "%d of %d requests for reports (wanted: more than half)",
                reports.gateway(),
                reports.asked());
        Stops claims = course.stops(FARMER);
        findings.figure(
                night + "the shop's limits stop one account behind many addresses",
                claims.edgeBans() + claims.edgeLimits() + claims.gateway() == 0 && claims.limited() > 0,
                "%d claims refused and then the account: %d served of %d",
                claims.limited(),
                claims.served(),
                claims.asked());
        Stops pages = course.stops(SLOW_CRAWLER);
        double stopped = course.played().shareRefused(SLOW_CRAWLER, KNOWN_AFTER_SECONDS);
        findings.figure(
                night + "risk control stops a crawler below all limits",
                pages.edgeLimits() + pages.gateway() + pages.limited() == 0
                        && pages.suspected() > 0
                        && stopped >= AT_LEAST_STOPPED,
                "%d of %d requests, %.0f%% after %d s (wanted: >= %.0f%%)",
                pages.suspected(),
                pages.asked(),
                stopped * 100,
                KNOWN_AFTER_SECONDS,
                AT_LEAST_STOPPED * 100);
        for (String kind : List.of(SHOPPER, BUYER)) {
            findings.figure(
                    night + "no " + kind + " is refused or asked for a CAPTCHA",
                    course.played().count(kind, false) == 0 && course.played().count(kind, true) > 0,
                    "%s",
                    course.played().statuses(kind));
        }
    }

    void draw(Path out) throws IOException {
        Course course = courses.get(0);
        new Bars("Whom nginx does not mind, and where each is stopped", "share of their requests")
                .bar("reports for all", course.stops(ANALYST))
                .bar("one account", course.stops(FARMER))
                .bar("slow crawler", course.stops(SLOW_CRAWLER))
                .bar("shoppers", course.stops(SHOPPER))
                .bar("orders", course.stops(BUYER))
                .write(out.resolve("quiet.svg"));
        new Chart("A slow crawler from " + Crowd.SLOW_CRAWLER_ADDRESSES + " addresses", "its requests a second")
                .line("served", Chart.RED, course.played().perSecond(SLOW_CRAWLER, true, course.seconds()))
                .line(
                        "refused, or a CAPTCHA",
                        Chart.GREEN,
                        course.played().perSecond(SLOW_CRAWLER, false, course.seconds()))
                .write(out.resolve("slow-crawler.svg"));
    }
}
