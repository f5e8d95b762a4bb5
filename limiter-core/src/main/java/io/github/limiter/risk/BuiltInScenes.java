package io.github.limiter.risk;

import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.SUBNET;
import static io.github.limiter.annotation.Dimensions.USER;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The scenes that need a name and no more. Where their thresholds come from is said at {@link Signals}. The points follow
 * one rule: what people do too, many of them behind one address above all, stays below the score that asks for a CAPTCHA,
 * and so does what an honest program does, which says what it is and comes by a timer; what only programs do that hide it is
 * near to it alone and above it with any second sign. Nobody is refused for how much he asks for and what he leaves out
 * alone: that asks for a CAPTCHA. What a network does counts only while many of its addresses do it.
 */
public final class BuiltInScenes {

    /** The scene that watches all requests, without annotation: scrapers and scanners. */
    public static final String CRAWLER = "crawler";

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private static final Map<String, Supplier<List<SignalRule>>> SIGNALS = new TreeMap<>(Map.of(
            CRAWLER,
            BuiltInScenes::crawler,
            "login",
            BuiltInScenes::login,
            "coupon",
            BuiltInScenes::coupon,
            "order",
            BuiltInScenes::order,
            "enumeration",
            BuiltInScenes::enumeration));

    private BuiltInScenes() {}

    /**
     * The built-in scene of that name.
     *
     * @param name {@code crawler}, {@code login}, {@code coupon}, {@code order} or {@code enumeration}
     * @param mode whether it acts or only reports
     * @return empty if there is none of that name
     */
    public static Optional<Scene> find(String name, Mode mode) {
        return Optional.ofNullable(SIGNALS.get(name)).map(signals -> Scene.of(name, mode, signals.get()));
    }

    /**
     * Their names.
     *
     * @return in the order of the alphabet
     */
    public static List<String> names() {
        return List.copyOf(SIGNALS.keySet());
    }

    /** OWASP OAT-011 (scraping), OAT-014 (vulnerability scanning), OAT-018 (footprinting); the article's incident. */
    private static List<SignalRule> crawler() {
        return List.of(
                // These three are 27, an office. With its pictures loaded long ago 48, with dead links 47, with many
                // phones 48, with a page that looks for news by a timer 48. With headers 49: a partner's program that
                // takes what it needs.
                SignalRule.of("velocity", Signals.VELOCITY, IP, 100, 5).within(Duration.ofMinutes(5)),
                SignalRule.of("items", Signals.ITEMS, IP, 60, 14),
                // With items and the two of sequence 50: who takes one number after the other, by whatever program.
                SignalRule.of("long-items", Signals.ITEMS, IP, 240, 8).within(HOUR),
                SignalRule.of("no-assets", Signals.NO_ASSETS, IP, 20, 21),
                // Nobody reads so much without a new picture. With both items 50.
                SignalRule.of("no-assets-long", Signals.NO_ASSETS, IP, 150, 7),
                // With no assets 50 from the forty-first page on.
                SignalRule.of("no-referrer", Signals.NO_REFERRER, IP, 28, 20).withCap(29),
                // With both of sequence 49: a program that says what it is and loads the parts of something by a timer.
                SignalRule.of("regular", Signals.REGULAR, IP, 800, 21),
                // With no assets 48, and 49 if he leaves none out: who reads what is linked from one list, in its
                // order.
                SignalRule.of("sequence", Signals.SEQUENCE, IP, 800, 27),
                // With the one above and headers 50: a program that walks through numbers, however slowly. Who loads
                // the twenty parts of something with one is done before.
                SignalRule.of("long-sequence", Signals.SEQUENCE, IP, 950, 1),
                SignalRule.of("failures", Signals.FAILURES, IP, 300, 20),
                SignalRule.of("probing", Signals.PROBING, IP, 10, 40)
                        .within(MINUTE)
                        .withCap(60),
                // Slower, for longer, and by HEAD: with items 50.
                SignalRule.of("long-probing", Signals.PROBING, IP, 60, 36),
                // At two he is asked, which is what a prober with three requests has; of the fourth on he is refused.
                SignalRule.of("suspicious-path", Signals.SUSPICIOUS_PATH, IP, 1, 25)
                        .withCap(90),
                SignalRule.of("honeypot", Signals.HONEYPOT, IP, 1, 60)
                        .within(Duration.ofMinutes(30))
                        .atLeast(RiskAction.BLOCK),
                SignalRule.of("headers", Signals.HEADERS, IP, 1, 22).withCap(44),
                SignalRule.of("agents", Signals.AGENTS, IP, 500, 21),
                SignalRule.of("false-bot", Signals.FALSE_BOT, IP, 1, 60).atLeast(RiskAction.CHALLENGE),
                SignalRule.of("subnet-addresses", Signals.ADDRESSES, SUBNET, 20, 15),
                SignalRule.of("subnet-no-assets", Signals.NO_ASSETS, SUBNET, 40, 19),
                // With the two above 50: four hundred pages, and among all these strangers nobody has a picture to
                // load.
                SignalRule.of("subnet-no-assets-long", Signals.NO_ASSETS, SUBNET, 200, 8)
                        .withCap(16),
                SignalRule.of("subnet-no-referrer", Signals.NO_REFERRER, SUBNET, 40, 15),
                SignalRule.of("subnet-sequence", Signals.SEQUENCE, SUBNET, 800, 29));
    }

    /** OWASP OAT-008 (credential stuffing), OAT-007 (credential cracking). The key is the name that is tried. */
    private static List<SignalRule> login() {
        return List.of(
                SignalRule.of("accounts", Signals.ITEMS, IP, 5, 25).withCap(29),
                SignalRule.of("failed-accounts", Signals.FAILED_ITEMS, IP, 25, 20)
                        .withCap(35),
                // Who gets nothing right is asked for it alone, and is with the first one at 79.
                SignalRule.of("failures", Signals.FAILURES, IP, 500, 30)
                        .within(HOUR)
                        .withCap(50),
                SignalRule.of("regular", Signals.REGULAR, IP, 800, 25),
                SignalRule.of("headers", Signals.HEADERS, IP, 1, 15).withCap(30),
                SignalRule.of("subnet-addresses", Signals.ADDRESSES, SUBNET, 5, 5),
                SignalRule.of("subnet-accounts", Signals.ITEMS, SUBNET, 20, 25),
                SignalRule.of("subnet-failures", Signals.FAILURES, SUBNET, 500, 30),
                // One name from many addresses: enough alone, and never for more than a CAPTCHA.
                SignalRule.of("key-addresses", Signals.FAILED_ADDRESSES, Signals.KEY, 5, 50)
                        .within(HOUR));
    }

    /**
     * OWASP OAT-019 (account creation) and what follows from it: the same benefit for many accounts. The one exception to
     * the rule: the tenth account of an hour at one address is asked for a CAPTCHA, even if it is an office's.
     */
    private static List<SignalRule> coupon() {
        return List.of(
                SignalRule.of("accounts", Signals.ACCOUNTS, IP, 5, 25)
                        .within(HOUR)
                        .withCap(75),
                SignalRule.of("regular", Signals.REGULAR, IP, 800, 30).within(HOUR),
                SignalRule.of("headers", Signals.HEADERS, IP, 1, 15).withCap(30),
                SignalRule.of("subnet-accounts", Signals.ACCOUNTS, SUBNET, 30, 25)
                        .within(HOUR),
                SignalRule.of("user-addresses", Signals.ADDRESSES, USER, 5, 25)
                        .within(HOUR)
                        .withCap(75),
                SignalRule.of("user-items", Signals.ITEMS, USER, 10, 20).within(HOUR),
                SignalRule.of("user-fast-flow", Signals.FAST_FLOW, USER, 1_000, 25));
    }

    /** OWASP OAT-001 (carding), OAT-010 (card cracking), OAT-012 (cashing out). The key is the card, or what stands for it. */
    private static List<SignalRule> order() {
        return List.of(
                SignalRule.of("items", Signals.ITEMS, IP, 5, 25).withCap(60),
                // Whoever pays brings an account and a card: with the one above 79.
                SignalRule.of("accounts", Signals.ACCOUNTS, IP, 5, 15).withCap(19),
                SignalRule.of("failures", Signals.FAILURES, IP, 500, 30),
                SignalRule.of("headers", Signals.HEADERS, IP, 1, 15).withCap(30),
                SignalRule.of("user-items", Signals.ITEMS, USER, 3, 25).withCap(60),
                SignalRule.of("user-failures", Signals.FAILURES, USER, 500, 30),
                SignalRule.of("user-velocity", Signals.VELOCITY, USER, 10, 20),
                SignalRule.of("user-fast-flow", Signals.FAST_FLOW, USER, 1_000, 25));
    }

    /** OWASP OAT-011 (scraping) of what has a number; insecure direct object references tried one by one. */
    private static List<SignalRule> enumeration() {
        return List.of(
                // What the scene is for: enough alone.
                SignalRule.of("sequence", Signals.SEQUENCE, IP, 800, 50),
                SignalRule.of("items", Signals.ITEMS, IP, 60, 20),
                SignalRule.of("failures", Signals.FAILURES, IP, 300, 25),
                SignalRule.of("regular", Signals.REGULAR, IP, 800, 25),
                SignalRule.of("headers", Signals.HEADERS, IP, 1, 15).withCap(30),
                SignalRule.of("subnet-sequence", Signals.SEQUENCE, SUBNET, 800, 40),
                SignalRule.of("subnet-addresses", Signals.ADDRESSES, SUBNET, 20, 15),
                SignalRule.of("user-sequence", Signals.SEQUENCE, USER, 800, 50),
                SignalRule.of("user-items", Signals.ITEMS, USER, 60, 20));
    }
}
