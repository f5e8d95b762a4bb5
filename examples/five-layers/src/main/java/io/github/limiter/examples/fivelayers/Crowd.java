package io.github.limiter.examples.fivelayers;

import io.github.limiter.examples.fivelayers.Visitor.Behaviour;
import io.github.limiter.examples.fivelayers.Visitor.Step;
import java.util.ArrayList;
import java.util.List;

/** The visitors of the scenarios. Their addresses are of the networks for documentation (RFC 5737, RFC 3849). */
final class Crowd {

    /** People who look at products. */
    static final String SHOPPER = "shopper";

    /** People who order, one after the other. */
    static final String BUYER = "buyer";

    /** Programs that poll product pages at a uniform rate, from many addresses. */
    static final String CRAWLER = "crawler";

    /** People and programs that ask for reports. */
    static final String ANALYST = "analyst";

    /** Nobody of these. */
    static final String OTHER = "other";

    /** How many addresses each crawler has, in both networks together. */
    static final int CRAWLER_ADDRESSES = 60;

    private static final int PRODUCTS = 1_000;
    private static final long CRAWLER_PAUSE_MILLIS = 330;

    private Crowd() {}

    static String kindOf(String address) {
        if (address.startsWith("198.51.100.") || address.startsWith("203.0.113.")) {
            return CRAWLER;
        }
        String[] groups = address.split(":");
        if (!address.startsWith("2001:db8:") || groups.length < 3) {
            return OTHER;
        }
        return switch (groups[2]) {
            case "a" -> SHOPPER;
            case "b" -> BUYER;
            case "c" -> ANALYST;
            default -> OTHER;
        };
    }

    private static String address(String kind, int number) {
        return "2001:db8:" + kind + ":" + Integer.toHexString(number) + "::7";
    }

    /** Each with an IPv6 network of its own: a list, then a product or two, with the pauses of people. */
    static List<Visitor> shoppers(int first, int count) {
        List<Visitor> visitors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            visitors.add(new Visitor(SHOPPER, address("a", first + i), "", i * 100L, shopping()));
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
                    address("b", first + i),
                    List.of("alice", "bob", "carol").get(i % 3),
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
                    address("c", first + i),
                    "",
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
            int first = i * PRODUCTS / CRAWLER_ADDRESSES;
            visitors.add(new Visitor(
                    CRAWLER,
                    (i % 2 == 0 ? "198.51.100." : "203.0.113.") + host,
                    "",
                    i * 500L,
                    (random, asked) ->
                            new Step("GET", "/products/" + (1 + (first + asked) % PRODUCTS), CRAWLER_PAUSE_MILLIS)));
        }
        return visitors;
    }
}
