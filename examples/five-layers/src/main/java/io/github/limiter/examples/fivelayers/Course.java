package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Traffic.Played;
import java.util.Arrays;

/**
 * What became of visitors.
 *
 * @param played what they were answered
 * @param startMillis when it began, since the epoch
 * @param seconds how long it took
 * @param nginx what nginx saw of it
 * @param shops what reached the shops
 */
record Course(Played played, long startMillis, int seconds, AccessLog nginx, AccessLog shops) {

    /** Requests of one kind of visitor that reached a shop, a second. */
    double[] reachingShops(String kind) {
        return shops.of(kind).perSecond(startMillis, seconds);
    }

    /** The same, on average from one second to another. */
    double reachingShops(String kind, int from, int to) {
        return Arrays.stream(reachingShops(kind), from, Math.min(to, seconds))
                .average()
                .orElse(0);
    }

    /** Who answered one kind of visitor. */
    Stops stops(String kind) {
        AccessLog asked = nginx.of(kind);
        AccessLog reached = shops.of(kind);
        long atShops = reached.count(AccessLog.Entry::isRefused);
        long limited = reached.count(entry -> entry.status() == 429);
        long suspected = played.suspected(kind);
        long passedOn = asked.count(entry -> !entry.own() && entry.isRefused());
        return new Stops(
                asked.entries().size(),
                asked.count(entry -> entry.own() && entry.status() == 403),
                asked.count(entry -> entry.own() && entry.status() == 429),
                asked.count(entry -> entry.own() && !entry.isRefused()),
                Math.max(0, passedOn - atShops),
                limited,
                suspected,
                Math.max(0, atShops - limited - suspected),
                reached.count(entry -> !entry.isRefused()));
    }

    /**
     * Where requests came to an end.
     *
     * @param asked how many there were
     * @param edgeBans refused by nginx, since banned
     * @param edgeLimits refused by nginx, by its own limits
     * @param edgeCache answered by nginx from its cache
     * @param gateway refused by the gateway
     * @param limited refused by a shop's limits
     * @param suspected refused by a shop's risk control, or asked for a CAPTCHA
     * @param otherwise refused by a shop, since banned or since there is too much for reports
     * @param served answered by a shop
     */
    record Stops(
            long asked,
            long edgeBans,
            long edgeLimits,
            long edgeCache,
            long gateway,
            long limited,
            long suspected,
            long otherwise,
            long served) {

        private static final String ROW = "%-12s %-12s %9s %9s %9s %9s %9s %9s %9s %9s %9s%n";

        static String head() {
            return String.format(
                    ROW,
                    "",
                    "",
                    "asked",
                    "edge ban",
                    "edge 429",
                    "edge hit",
                    "gateway",
                    "limits",
                    "risk",
                    "other no",
                    "served");
        }

        String row(String kind, String defence) {
            return String.format(
                    ROW,
                    kind,
                    defence,
                    asked,
                    edgeBans,
                    edgeLimits,
                    edgeCache,
                    gateway,
                    limited,
                    suspected,
                    otherwise,
                    served);
        }
    }
}
