package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** At load level peak reports are dropped, by the gateway or behind it, while orders go on. */
final class Reports {

    private static final int ANALYSTS = 60;
    private static final int PAUSE_MILLIS = 1_200;
    private static final int BUYERS = 6;
    private static final int ORDER_PAUSE_MILLIS = 2_000;
    private static final int SECONDS = 8;
    private static final int SHED = 503;

    private Reports() {}

    static void play(Site site, Findings findings) throws IOException, InterruptedException {
        new Door(site).order("PEAK");
        Course peak = site.play(visitors(4_000), 2, SECONDS);
        Map<Integer, Long> reports = peak.played().statuses(Crowd.ANALYST);
        findings.figure(
                "at load level peak all reports are dropped",
                reports.containsKey(SHED) && peak.played().count(Crowd.ANALYST, true) == 0,
                "%s",
                reports);
        findings.figure(
                "and all orders taken",
                peak.played().count(Crowd.BUYER, false) == 0 && peak.played().count(Crowd.BUYER, true) > 0,
                "%s",
                peak.played().statuses(Crowd.BUYER));
    }

    private static List<Visitor> visitors(int first) {
        List<Visitor> visitors = new ArrayList<>(Crowd.analysts(first, ANALYSTS, PAUSE_MILLIS));
        visitors.addAll(Crowd.buyers(first, BUYERS, ORDER_PAUSE_MILLIS));
        return visitors;
    }
}
