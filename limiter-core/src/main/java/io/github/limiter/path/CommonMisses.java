package io.github.limiter.path;

import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells paths that many miss from those that one is looking for: an old link, a page that was moved, a file that browsers or
 * an app ask for by themselves. A number that fills a segment stands for all others: pages ask for what they keep of one thing
 * as of another, and for many there is nothing. Counts on this node alone, roughly and bounded: at most {@value #MAX_PATHS} paths, of each
 * the hashes of {@value #MANY} subjects within an hour. Thread-safe.
 */
public final class CommonMisses {

    /** So many subjects missing a path make it common. */
    static final int MANY = 20;

    /** Paths that are kept; the least recently missed are forgotten first. */
    static final int MAX_PATHS = 1_000;

    /** Longer, and one path that scanners know would sooner or later be common anywhere. */
    private static final long WINDOW_MICROS = Duration.ofHours(1).toMillis() * 1_000;

    private final TimeSource time;
    private final Map<String, Missers> byPath = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Missers> eldest) {
            return size() > MAX_PATHS;
        }
    };

    /**
     * Nothing missed yet.
     *
     * @param time tells when an hour is over
     */
    public CommonMisses(TimeSource time) {
        this.time = time;
    }

    /**
     * Counts a miss.
     *
     * @param path what was not there
     * @param subject who asked for it
     * @return whether at least {@value #MANY} subjects, this one among them, have missed it within the last hour or so
     */
    public boolean add(RequestPath path, String subject) {
        long now = time.micros();
        int who = subject.hashCode();
        synchronized (byPath) {
            return byPath.computeIfAbsent(route(path.text()), route -> new Missers(now))
                    .add(who, now);
        }
    }

    private static String route(String path) {
        StringBuilder route = null;
        int from = 0;
        int slash = 0;
        while (slash >= 0) {
            int next = path.indexOf('/', slash + 1);
            int end = next < 0 ? path.length() : next;
            if (isNumber(path, slash + 1, end)) {
                route = route == null ? new StringBuilder(path.length()) : route;
                route.append(path, from, slash + 1).append('#');
                from = end;
            }
            slash = next;
        }
        return route == null ? path : route.append(path, from, path.length()).toString();
    }

    private static boolean isNumber(String path, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (path.charAt(i) < '0' || path.charAt(i) > '9') {
                return false;
            }
        }
        return begin < end;
    }

    /** Who has missed one path. Was it common in the hour before, it is so in this one too. */
    private static final class Missers {

        private final int[] seen = new int[MANY];
        private long began;
        private int count;
        private boolean before;

        Missers(long now) {
            began = now;
        }

        boolean add(int who, long now) {
            if (now - began >= WINDOW_MICROS) {
                before = count == MANY && now - began < 2 * WINDOW_MICROS;
                began = now;
                count = 0;
            }
            if (count < MANY && Arrays.stream(seen, 0, count).noneMatch(one -> one == who)) {
                seen[count++] = who;
            }
            return before || count == MANY;
        }
    }
}
