package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A banned address that asks as fast as it can. */
final class Flood {

    private static final String BANNED = "192.0.2.99";
    private static final int SECONDS = 5;
    private static final double AT_MOST_SHARE = 0.02;

    private Flood() {}

    static void play(Site site, Findings findings) throws IOException, InterruptedException {
        new Door(site).ban("ip:" + BANNED);
        TimeUnit.SECONDS.sleep(2);
        Duration idle = behind(site);
        TimeUnit.SECONDS.sleep(SECONDS);
        idle = behind(site).minus(idle);
        Duration nginx = site.machine().cpu("nginx");
        Duration flooded = behind(site);
        long since = System.currentTimeMillis();
        long requests = Cost.flood(site.door() + "/orders/settled", BANNED, SECONDS);
        flooded = behind(site).minus(flooded);
        nginx = site.machine().cpu("nginx").minus(nginx);
        long passedOn =
                site.atNginx().since(since).count(entry -> entry.address().equals(BANNED) && !entry.own());
        double more = micros(flooded.minus(idle), requests);
        findings.figure(
                "a flood from a banned address does not reach the gateway",
                requests > 0 && passedOn == 0,
                "%d of %d requests",
                passedOn,
                requests);
        findings.figure(
                "and costs gateway and shops nothing",
                more <= micros(nginx, requests) * AT_MOST_SHARE || flooded.compareTo(idle) <= 0,
                String.format(
                        Locale.ROOT,
                        "CPU of nginx %.1f us a request; of gateway and shops %.2f us more than idle",
                        micros(nginx, requests),
                        more));
    }

    private static Duration behind(Site site) {
        return site.machine()
                .cpu("gateway")
                .plus(site.machine().cpu("shop-1"))
                .plus(site.machine().cpu("shop-2"));
    }

    private static double micros(Duration cpu, long requests) {
        return cpu.toNanos() / 1e3 / requests;
    }
}
