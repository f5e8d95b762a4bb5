package io.github.limiter.risk.traffic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Attackers by script, each below every limit of the shop and with the headers of a browser. Made before any threshold
 * was chosen. The same seed makes the same traffic.
 */
public final class Attackers {

    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;

    private Attackers() {}

    /** All of them. */
    public static List<Visit> all(long seed) {
        List<Visit> visits = new ArrayList<>();
        visits.addAll(uniformPoller(seed));
        visits.addAll(crowd(seed));
        visits.addAll(manyAccountsOnOneAddress(seed));
        visits.addAll(oneAccountOnManyAddresses(seed));
        visits.addAll(stuffing(seed));
        visits.addAll(falseGooglebot(seed));
        visits.sort(Visit.BY_TIME);
        return visits;
    }

    /** The list and a product in turn, 30 a minute, as even as a timer and a network make it. */
    public static List<Visit> uniformPoller(long seed) {
        Random random = new Random(seed);
        Map<String, String> browser = Browsers.any(random);
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long at = Math.round(i * 2 * SECOND + random.nextGaussian() * 0.02 * SECOND);
            String path = i % 2 == 0 ? "/products" : "/products/" + (1 + random.nextInt(1_000));
            visits.add(get(Math.max(0, at), "uniform poller", "198.51.100.77", path, browser));
        }
        return visits;
    }

    /**
     * Two hundred addresses of five networks share a list of all products, in its order; each takes the next one ten
     * times a minute.
     */
    public static List<Visit> crowd(long seed) {
        Random random = new Random(seed);
        List<String> addresses = new ArrayList<>();
        for (int network = 0; network < 5; network++) {
            List<Integer> hosts = new ArrayList<>();
            for (int host = 1; host < 255; host++) {
                hosts.add(host);
            }
            Collections.shuffle(hosts, random);
            for (int host : hosts.subList(0, 40)) {
                addresses.add("198.18." + (40 + network) + '.' + host);
            }
        }
        record Turn(long at, String address, Map<String, String> browser) {}
        List<Turn> turns = new ArrayList<>();
        for (String address : addresses) {
            Map<String, String> browser = Browsers.any(random);
            long at = random.nextLong(6 * SECOND);
            while (at < 5 * MINUTE) {
                turns.add(new Turn(at, address, browser));
                at += Math.round(6 * SECOND * (0.7 + 0.6 * random.nextDouble()));
            }
        }
        turns.sort((one, other) -> Long.compare(one.at, other.at));
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            visits.add(get(turn.at, "crowd", turn.address, "/products/" + (1 + i % 1_000), turn.browser));
        }
        return visits;
    }

    /** Fifty accounts claim one coupon, one after the other, from one address. */
    public static List<Visit> manyAccountsOnOneAddress(long seed) {
        Random random = new Random(seed);
        List<Visit> visits = new ArrayList<>();
        long at = 0;
        for (int i = 1; i <= 50; i++) {
            visits.add(claim(at, "50 accounts, one address", "198.51.100.80", "farm-" + i, 7, Browsers.any(random)));
            at += pause(8 * SECOND, random);
        }
        return visits;
    }

    /** One account claims one coupon after the other, each time from the next of twenty addresses. */
    public static List<Visit> oneAccountOnManyAddresses(long seed) {
        Random random = new Random(seed);
        Map<String, String> browser = Browsers.any(random);
        List<Visit> visits = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 60; i++) {
            String address = "198.19." + (i % 20) * 7 + ".9";
            visits.add(claim(at, "one account, 20 addresses", address, "traveller", 100 + i, browser));
            at += pause(10 * SECOND, random);
        }
        return visits;
    }

    /** A list of a hundred leaked names, each with its password, three times over, from ten addresses in turn. */
    public static List<Visit> stuffing(long seed) {
        Random random = new Random(seed);
        List<Visit> visits = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 300; i++) {
            String address = "198.19.200." + (10 + i % 10);
            String name = "leaked-" + i % 100;
            visits.add(login(at, "stuffing", address, name, "pw-" + random.nextInt(), Browsers.any(random)));
            at += pause(3 * SECOND, random);
        }
        return visits;
    }

    /** Says that it is Google's crawler, from an address that is not Google's, and takes its time. */
    public static List<Visit> falseGooglebot(long seed) {
        Random random = new Random(seed);
        Map<String, String> headers = Map.of(
                "User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Accept", "*/*");
        List<Visit> visits = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 60; i++) {
            visits.add(
                    get(at, "false Googlebot", "198.51.100.66", "/products/" + (1 + random.nextInt(1_000)), headers));
            at += pause(5 * SECOND, random);
        }
        return visits;
    }

    private static long pause(long mean, RandomGenerator random) {
        return Math.round(mean * (0.5 + random.nextDouble()));
    }

    static Visit get(long at, String who, String address, String path, Map<String, String> headers) {
        return new Visit(at, who, address, null, "GET", path, Map.of(), headers);
    }

    static Visit claim(
            long at, String who, String address, @Nullable String user, int coupon, Map<String, String> headers) {
        return new Visit(at, who, address, user, "POST", "/coupons/" + coupon + "/claim", Map.of(), headers);
    }

    static Visit login(long at, String who, String address, String name, String password, Map<String, String> headers) {
        return new Visit(
                at, who, address, null, "POST", "/login", Map.of("username", name, "password", password), headers);
    }
}
