package io.github.limiter.replay;

import io.github.limiter.path.RequestPath;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells what pages fetch by themselves though its address does not say so, such as avatars, tiles and thumbnails that a
 * program answers. An application is told by browsers what a request is for; a log does not say, so that it is learnt: three of
 * four requests come within three seconds of the page that they name as their referrer, and {@value #MANY} addresses have done
 * so. Bounded: {@value #MAX_ROUTES} routes, the least recently asked for are forgotten first.
 */
final class PartsOfPages {

    /** So many addresses make it certain. */
    static final int MANY = 20;

    private static final int MAX_ROUTES = 1_000;

    private static final long SOON_MICROS = 3_000_000;

    /** After so many requests of a route the older half counts half. */
    private static final int ENOUGH = 1_000;

    private final Map<String, Route> routes = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Route> eldest) {
            return size() > MAX_ROUTES;
        }
    };

    /**
     * Counts a request for what is no asset by its address.
     *
     * @return whether it is a part of a page
     */
    boolean add(LogLine line, RequestPath path, AddressTally tally) {
        if (!line.method().equals("GET")) {
            return false;
        }
        String referrer = line.referrer();
        boolean follows = referrer != null && tally.follows(pageOf(referrer), line.micros() - SOON_MICROS);
        boolean part =
                routes.computeIfAbsent(path.route(), first -> new Route()).add(follows, tally.client.hashCode());
        if (!follows && !part) {
            tally.sees(pageOf(line.target()), line.micros());
        }
        return follows && part;
    }

    /** The hash of a path with its query, without scheme and host; 0 for none. */
    private static int pageOf(String address) {
        int scheme = address.startsWith("http") ? address.indexOf("://") : -1;
        int begin = scheme < 0 ? 0 : address.indexOf('/', scheme + 3);
        int hash = 0;
        for (int i = begin; i >= 0 && i < address.length(); i++) {
            hash = 31 * hash + address.charAt(i);
        }
        return hash;
    }

    private static final class Route {

        private final int[] addresses = new int[MANY];
        private int known;
        private int requests;
        private int following;

        boolean add(boolean follows, int address) {
            if (requests == ENOUGH) {
                requests /= 2;
                following /= 2;
            }
            requests++;
            if (follows) {
                following++;
                if (known < MANY && Arrays.stream(addresses, 0, known).noneMatch(one -> one == address)) {
                    addresses[known++] = address;
                }
            }
            return known == MANY && following >= requests * 3 / 4;
        }
    }
}
