package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Visitor.Behaviour;
import io.github.limiter.examples.fivelayers.Visitor.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The visitors of the scenarios. Their addresses are of the networks for documentation (RFC 5737, RFC 3849), and of those for
 * benchmarks (RFC 2544).
 */
final class Crowd {

    /** People who look at products. */
    static final String SHOPPER = "shopper";

    /** People who order, one after the other. */
    static final String BUYER = "buyer";

    /** Programs that poll product pages at a uniform rate, from many addresses. */
    static final String CRAWLER = "crawler";

    /** The same from each address so slowly that no limit minds. */
    static final String SLOW_CRAWLER = "slow crawler";

    /** One account that claims one coupon again and again, each time from another address. */
    static final String FARMER = "farmer";

    /** People and programs that ask for reports. */
    static final String ANALYST = "analyst";

    /** Nobody of these. */
    static final String OTHER = "other";

    /** Whose account the farmer uses. */
    static final String FARMERS_ACCOUNT = "carol";

    /** How many addresses the crawler has, in both networks together. */
    static final int CRAWLER_ADDRESSES = 60;

    /** And the slow one: no network has so many that it is a crowd by itself. */
    static final int SLOW_CRAWLER_ADDRESSES = 44;

    private static final int PRODUCTS = 1_000;
    private static final long CRAWLER_PAUSE_MILLIS = 330;
    /** Fifty a minute. */
    private static final long SLOW_CRAWLER_PAUSE_MILLIS = 1_200;

    private static final int FARMER_ADDRESSES = 12;
    private static final long FARMER_PAUSE_MILLIS = 3_000;

    private static final List<String> PROGRAM = List.of("User-Agent", "example-program/1.0");
    private static final List<String> BROWSER = List.of(
            "User-Agent",
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Accept-Language",
            "en");
    private static final List<String> PERSON = Stream.concat(
                    BROWSER.stream(), Stream.of("Referer", "https://shop.example/products"))
            .toList();

    private Crowd() {}

    static String kindOf(String address) {
        if (address.startsWith("198.51.100.") || address.startsWith("203.0.113.")) {
            return CRAWLER;
        }
        if (address.startsWith("198.18.")) {
            return SLOW_CRAWLER;
        }
        String[] groups = address.split(":");
        if (!address.startsWith("2001:db8:") || groups.length < 3 || groups[2].length() != 4) {
            return OTHER;
        }
        return switch (groups[2].charAt(0)) {
            case 'a' -> SHOPPER;
            case 'b' -> BUYER;
            case 'c' -> ANALYST;
            case 'd' -> FARMER;
            default -> OTHER;
        };
    }

    /** Each in a network of its own, as customers of different providers are. */
    private static String address(char kind, int number) {
        return String.format(Locale.ROOT, "2001:db8:%s%03x::7", kind, number);
    }

    /** A list, then a product or two, with the pauses of people. */
    static List<Visitor> shoppers(int first, int count) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            visitors.add(new Visitor(SHOPPER, address('a', first + i), "", PERSON, i * 100L, shopping()));
        }
        return visitors;
    }

    private static Behaviour shopping() {
        return (random, asked) -> new Step(
                "GET",
                asked % 3 == 0 ? "/products" : "/products/" + (1 + random.nextInt(PRODUCTS)),
                2_500 + random.nextInt(3_500));
    }

    /** Customers who are logged in and order. */
    static List<Visitor> buyers(int first, int count, int pauseMillis) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            visitors.add(new Visitor(
                    BUYER,
                    address('b', first + i),
                    List.of("alice", "bob").get(i % 2),
                    PERSON,
                    i * 137L,
                    (random, asked) -> new Step(
                            "POST",
                            "/orders?product=" + (1 + random.nextInt(PRODUCTS)),
                            pauseMillis + random.nextInt(pauseMillis / 2))));
        }
        return visitors;
    }

    /** Many, each of whom asks for little; they are there at once. */
    static List<Visitor> analysts(int first, int count, int pauseMillis) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            visitors.add(new Visitor(
                    ANALYST,
                    address('c', first + i),
                    "",
                    PROGRAM,
                    (long) i * pauseMillis / count,
                    (random, asked) -> new Step(
                            "GET", "/reports/daily", pauseMillis + random.nextInt(pauseMillis / 4) - pauseMillis / 8)));
        }
        return visitors;
    }

    /**
     * The article's night crawler: one address after the other joins, every half second; each takes the products in turn,
     * three a second, at a uniform rate.
     *
     * @param night one of eight that have no addresses in common
     */
    static List<Visitor> crawler(int night) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < CRAWLER_ADDRESSES; i++) {
            int host = 1 + night * CRAWLER_ADDRESSES / 2 + i / 2;
            String address = (i % 2 == 0 ? "198.51.100." : "203.0.113.") + host;
            int first = i * PRODUCTS / CRAWLER_ADDRESSES;
            visitors.add(new Visitor(CRAWLER, address, "", PROGRAM, i * 500L, crawling(first, CRAWLER_PAUSE_MILLIS)));
        }
        return visitors;
    }

    /**
     * It has learnt: below all limits, from addresses of two networks, and it calls itself a browser. It still takes the
     * products in turn, and keeps its pace.
     *
     * @param night one of 128 that have no networks in common
     */
    static List<Visitor> slowCrawler(int night) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < SLOW_CRAWLER_ADDRESSES; i++) {
            String address = "198.18." + (2 * night + i % 2) + '.' + (1 + i);
            int first = i * PRODUCTS / SLOW_CRAWLER_ADDRESSES;
            visitors.add(new Visitor(
                    SLOW_CRAWLER, address, "", BROWSER, i * 100L, crawling(first, SLOW_CRAWLER_PAUSE_MILLIS)));
        }
        return visitors;
    }

    private static Behaviour crawling(int first, long pauseMillis) {
        return (random, asked) -> new Step("GET", "/products/" + (1 + (first + asked) % PRODUCTS), pauseMillis);
    }

    /** Four claims a second in all. */
    static List<Visitor> farmer(int first) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < FARMER_ADDRESSES; i++) {
            visitors.add(new Visitor(
                    FARMER,
                    address('d', first + i),
                    FARMERS_ACCOUNT,
                    BROWSER,
                    i * FARMER_PAUSE_MILLIS / FARMER_ADDRESSES,
                    (random, asked) -> new Step("POST", "/coupons/7/claim", FARMER_PAUSE_MILLIS)));
        }
        return visitors;
    }
}
