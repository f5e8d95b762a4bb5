package io.github.limiter.risk.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fifty people in the shop for some ten minutes, two of them behind one address with thirty others. They come from a
 * search engine or by heart, read as long as people read (log-normal, median eight seconds), load the pictures that they
 * have not got yet, go back and forward; some log in, at times with a typing error, and claim a coupon. Made before any
 * threshold was chosen. The same seed makes the same traffic.
 */
public final class People {

    /** Where two of the fifty, and the thirty others, are. */
    public static final String SHARED_ADDRESS = "203.0.113.200";

    private static final long SECOND = 1_000_000;
    private static final int ALONE = 48;
    private static final int SHARING = 32;
    private static final String SHOP = "https://shop.example";

    private People() {}

    /** All that they do. */
    public static List<Visit> all(long seed) {
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < ALONE; i++) {
            new Person("person-" + i, "203.0." + (i % 12) + '.' + (20 + i), new Random(seed * 1_000 + i), visits)
                    .live();
        }
        for (int i = 0; i < SHARING; i++) {
            new Person("colleague-" + i, SHARED_ADDRESS, new Random(seed * 1_000 + 500 + i), visits).live();
        }
        visits.sort(Visit.BY_TIME);
        return visits;
    }

    private static final class Person {

        private final String name;
        private final String address;
        private final Random random;
        private final List<Visit> visits;
        private final Map<String, String> browser;
        private final Set<String> cached = new HashSet<>();
        private long at;
        private @Nullable String user;

        Person(String name, String address, Random random, List<Visit> visits) {
            this.name = name;
            this.address = address;
            this.random = random;
            this.visits = visits;
            this.browser = Browsers.any(random);
            this.at = random.nextLong(240 * SECOND);
        }

        void live() {
            String page = random.nextBoolean() ? "/products" : product();
            view(page, random.nextBoolean() ? "https://search.example/" : null);
            if (random.nextInt(4) == 0) {
                logIn(page);
            }
            int pages = 5 + random.nextInt(40);
            for (int i = 0; i < pages; i++) {
                think();
                String next = next(page);
                view(next, SHOP + page);
                page = next;
            }
            if (user != null && random.nextBoolean()) {
                think();
                visits.add(Attackers.claim(at, name, address, user, 7, browser));
            }
        }

        /** Half of the time on to a product, else back to the list; now and then forward to where one was. */
        private String next(String page) {
            if (!page.equals("/products") && random.nextBoolean()) {
                return "/products";
            }
            return product();
        }

        /** Some are looked at by everybody, most by hardly anybody. */
        private String product() {
            double popularity = random.nextDouble();
            return "/products/" + (1 + (int) (1_000 * popularity * popularity * popularity));
        }

        private void view(String page, @Nullable String referer) {
            visits.add(Attackers.get(at, name, address, page, referring(referer)));
            int pictures = page.equals("/products") ? 20 : 3;
            for (int i = 0; i < pictures; i++) {
                String picture =
                        "/images/tea.svg?of=" + (page.equals("/products") ? "list" : page.substring(10)) + '-' + i;
                if (cached.add(picture)) {
                    at += random.nextLong(SECOND / 20);
                    visits.add(Attackers.get(at, name, address, picture, referring(SHOP + page)));
                }
            }
        }

        private void logIn(String page) {
            think();
            while (random.nextInt(6) == 0) {
                visits.add(Attackers.login(at, name, address, name, "mistyped", browser));
                think();
            }
            visits.add(Attackers.login(at, name, address, name, name, browser));
            user = name;
            think();
            view(page, SHOP + "/login");
        }

        private void think() {
            at += Math.round(Math.max(0.4, 8 * Math.exp(random.nextGaussian())) * SECOND);
        }

        private Map<String, String> referring(@Nullable String referer) {
            if (referer == null) {
                return browser;
            }
            Map<String, String> headers = new HashMap<>(browser);
            headers.put("Referer", referer);
            return headers;
        }
    }
}
