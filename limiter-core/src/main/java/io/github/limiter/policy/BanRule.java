package io.github.limiter.policy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What makes an offender, and what becomes of one: so many strikes within a time are a ban. Immutable.
 *
 * <p>The built-in rules are those of the article that the library comes from; what it does not say (spacing, distinct
 * items) keeps people who did nothing wrong out of them.
 *
 * @param name in keys, answers and properties; 1 to 64 of {@code A-Z a-z 0-9 . _ -}, not {@code repeat}
 * @param strikes how many make a ban, 1 to {@value #MAX_STRIKES}
 * @param within time within which they are counted, a millisecond to 366 days
 * @param bans how long the first ban lasts, the second one, and so on; the last one repeats; empty: at once until somebody
 *     has looked at it. Earlier bans count while {@code repeat} counts them
 * @param spacing several offences within it are one strike; zero: each is
 * @param distinct whether offences on one item, such as a path, are one strike
 * @param challengeAt so many strikes ask for a CAPTCHA; 0, or as many as make a ban: none do
 * @param dimensions whom it may hit, by the names of dimensions; empty: whomever strikes may hit
 * @param mode whether it acts or only reports
 * @param repeat what becomes of those who are banned again and again
 * @param onlyChallenges whether a ban is but a challenge, since it would hit others too
 * @param challenges whether somebody asks for CAPTCHAs; else who is to be spared a ban is banned for {@link #SHORT} at most
 * @param whileBanned whether it counts on while somebody is banned, since bans are not enforced everywhere; who completes
 *     it then is banned as long as by his first ban from that moment on, if that is longer, which is no step of a ladder
 */
public record BanRule(
        String name,
        int strikes,
        Duration within,
        List<Duration> bans,
        Duration spacing,
        boolean distinct,
        int challengeAt,
        Set<String> dimensions,
        Mode mode,
        Repeat repeat,
        boolean onlyChallenges,
        boolean challenges,
        boolean whileBanned) {

    /** Longest ban of those who are to be spared one, where asking them for a CAPTCHA does not help. */
    public static final Duration SHORT = Duration.ofMinutes(1);

    /** Most strikes that a rule counts. */
    public static final int MAX_STRIKES = 1_000;

    private static final String BY_PAGES = "-by-pages";
    private static final int LONGEST_NAME = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1," + LONGEST_NAME + "}");
    private static final String RESERVED = "repeat";
    private static final int MOST_STEPS = 16;

    /** 3 limited requests in a minute: 5 minutes; those within 5 seconds are one strike. */
    public static final BanRule LIMITED =
            of("limited", 3, Duration.ofMinutes(1), Duration.ofMinutes(5)).withSpacing(Duration.ofSeconds(5));

    /** 10 distinct paths that are not there, illegal or malformed in a minute: 30 minutes. */
    public static final BanRule PROBING =
            of("probing", 10, Duration.ofMinutes(1), Duration.ofMinutes(30)).ofDistinctItems();

    /** A request to a path that nobody has a reason to ask for: 30 minutes. */
    public static final BanRule HONEYPOT = of("honeypot", 1, Duration.ofMinutes(1), Duration.ofMinutes(30));

    /** 10 failed logins in 5 minutes: 15 minutes. */
    public static final BanRule FAILED_LOGINS = of("failed-logins", 10, Duration.ofMinutes(5), Duration.ofMinutes(15));

    /**
     * What becomes of those who are banned again and again: so many bans within a time, by whatever rules, are one until
     * a person has looked at it.
     *
     * @param bans how many, the last one included; 0: none are
     * @param within time within which they are counted; up to 366 days
     */
    public record Repeat(int bans, Duration within) {

        /** 3 bans in 24 hours. */
        public static final Repeat DEFAULT = new Repeat(3, Duration.ofHours(24));

        /** Never; the steps of a ladder still climb by the bans of 24 hours. */
        public static final Repeat NEVER = new Repeat(0, Duration.ofHours(24));

        /**
         * Validates.
         *
         * @param bans how many, the last one included; 0: none are
         * @param within time within which they are counted; up to 366 days
         */
        public Repeat {
            if (bans < 0 || bans > MAX_STRIKES) {
                throw new InvalidConfigurationException(
                        "repeat.strikes", bans, "is not a number of bans", "Use 1 to 1000, or 0 for none");
            }
            Lengths.check("repeat.within", within, Lengths.LONGEST_WINDOW);
        }
    }

    /**
     * Validates, and brings dimensions into their one spelling.
     *
     * @param name in keys, answers and properties; 1 to 64 of {@code A-Z a-z 0-9 . _ -}, not {@code repeat}
     * @param strikes how many make a ban
     * @param within time within which they are counted
     * @param bans how long each lasts
     * @param spacing several offences within it are one strike
     * @param distinct whether offences on one item are one strike
     * @param challengeAt so many strikes ask for a CAPTCHA
     * @param dimensions whom it may hit
     * @param mode whether it acts or only reports
     * @param repeat what becomes of those who are banned again and again
     * @param onlyChallenges whether a ban is but a challenge
     * @param challenges whether somebody asks for CAPTCHAs
     * @param whileBanned whether it counts on while somebody is banned
     */
    public BanRule {
        if (!NAME.matcher(name).matches() || name.equals(RESERVED)) {
            throw new InvalidConfigurationException(
                    "name", name, "is not a name of a ban rule", "Use 1 to 64 of A-Z a-z 0-9 . _ -, not 'repeat'");
        }
        if (strikes < 1 || strikes > MAX_STRIKES) {
            throw new InvalidConfigurationException(
                    "strikes", strikes, "is not a number of strikes", "Use 1 to " + MAX_STRIKES);
        }
        Lengths.check("within", within, Lengths.LONGEST_WINDOW);
        if (bans.size() > MOST_STEPS) {
            throw new InvalidConfigurationException(
                    "ban", bans, "has more than " + MOST_STEPS + " steps", "Leave steps out; the last one repeats");
        }
        bans.forEach(ban -> Lengths.check("ban", ban, Lengths.LONGEST_BAN));
        if (spacing.isNegative()) {
            throw new InvalidConfigurationException("spacing", spacing, "is negative", "Use 0s or more, such as 5s");
        }
        if (spacing.multipliedBy(strikes - 1L).compareTo(within) >= 0 && !spacing.isZero()) {
            throw new InvalidConfigurationException(
                    "spacing",
                    spacing,
                    "leaves no room for " + strikes + " strikes within " + within,
                    "Use a shorter spacing, fewer strikes or a longer time");
        }
        if (challengeAt < 0 || challengeAt > MAX_STRIKES) {
            throw new InvalidConfigurationException(
                    "challengeAt", challengeAt, "is not a number of strikes", "Use 1 to 1000, or 0 for none");
        }
        bans = List.copyOf(bans);
        dimensions = dimensions.stream().map(Names::canonical).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * A rule that acts: each offence is a strike, no challenge comes before the ban, and 3 bans in 24 hours are one until
     * a person has looked at it.
     *
     * @param name its name
     * @param strikes how many make a ban
     * @param within time within which they are counted
     * @param bans how long each ban lasts
     * @return the rule
     */
    public static BanRule of(String name, int strikes, Duration within, Duration... bans) {
        return new BanRule(
                name,
                strikes,
                within,
                List.of(bans),
                Duration.ZERO,
                false,
                0,
                Set.of(),
                Mode.ENFORCE,
                Repeat.DEFAULT,
                false,
                true,
                false);
    }

    /**
     * The same under another name: its strikes are counted apart.
     *
     * @param name in keys, answers and properties
     * @return the rule
     */
    public BanRule withName(String name) {
        return with(draft -> draft.name = name);
    }

    /**
     * The same with another threshold.
     *
     * @param strikes how many make a ban
     * @return the rule
     */
    public BanRule withStrikes(int strikes) {
        return with(draft -> draft.strikes = strikes);
    }

    /**
     * The same over another time.
     *
     * @param within time within which strikes are counted
     * @return the rule
     */
    public BanRule withWithin(Duration within) {
        return with(draft -> draft.within = within);
    }

    /**
     * The same with other bans.
     *
     * @param bans how long each lasts; empty: until somebody has looked at it
     * @return the rule
     */
    public BanRule withBans(List<Duration> bans) {
        return with(draft -> draft.bans = bans);
    }

    /**
     * The same, counting more or fewer offences.
     *
     * @param spacing several offences within it are one strike
     * @return the rule
     */
    public BanRule withSpacing(Duration spacing) {
        return with(draft -> draft.spacing = spacing);
    }

    /**
     * The same, counting offences on one item once.
     *
     * @return the rule
     */
    public BanRule ofDistinctItems() {
        return with(draft -> draft.distinct = true);
    }

    /**
     * The same with a challenge before the ban.
     *
     * @param challengeAt so many strikes ask for a CAPTCHA; 0: none do
     * @return the rule
     */
    public BanRule withChallengeAt(int challengeAt) {
        return with(draft -> draft.challengeAt = challengeAt);
    }

    /**
     * The same for some only.
     *
     * @param dimensions whom it may hit; empty: whomever strikes may hit
     * @return the rule
     */
    public BanRule withDimensions(Set<String> dimensions) {
        return with(draft -> draft.dimensions = dimensions);
    }

    /**
     * The same in another mode.
     *
     * @param mode whether it acts or only reports
     * @return the rule
     */
    public BanRule withMode(Mode mode) {
        return with(draft -> draft.mode = mode);
    }

    /**
     * The same with another end.
     *
     * @param repeat what becomes of those who are banned again and again
     * @return the rule
     */
    public BanRule withRepeat(Repeat repeat) {
        return with(draft -> draft.repeat = repeat);
    }

    /**
     * The same for what pages make their readers' browsers send: counted apart, by this name with {@code -by-pages} behind
     * it, and asking for a CAPTCHA where it would ban. Else any page could have its readers banned.
     *
     * @return the rule
     */
    public BanRule byPages() {
        String counted = name.substring(0, Math.min(name.length(), LONGEST_NAME - BY_PAGES.length())) + BY_PAGES;
        return withName(counted)
                .withChallengeAt(strikes)
                .withStrikes(MAX_STRIKES)
                .challengingOnly();
    }

    /**
     * The same, but it challenges whom it would ban.
     *
     * @return the rule
     */
    public BanRule challengingOnly() {
        return with(draft -> draft.onlyChallenges = true);
    }

    /**
     * The same where nobody asks for CAPTCHAs: none comes before a ban, nor in its place.
     *
     * @return the rule
     */
    public BanRule withoutChallenges() {
        return with(draft -> {
            draft.challengeAt = 0;
            draft.challenges = false;
        });
    }

    /**
     * The same where bans are not enforced everywhere: it counts on while somebody is banned.
     *
     * @return the rule
     */
    public BanRule countingWhileBanned() {
        return with(draft -> draft.whileBanned = true);
    }

    /**
     * How long those are banned at least who are spared longer bans.
     *
     * @return the first ban, {@link #SHORT} at most
     */
    public Duration shortBan() {
        return bans.isEmpty() || bans.get(0).compareTo(SHORT) > 0 ? SHORT : bans.get(0);
    }

    /**
     * Whether it only reports.
     *
     * @return true in {@link Mode#SHADOW}
     */
    public boolean isShadow() {
        return mode == Mode.SHADOW;
    }

    /**
     * Whether it may hit subjects of a dimension: of those that it names, or any but {@code global}, {@code interface}
     * and {@code subnet}, which are many and never one offender.
     *
     * @param dimension canonical name
     * @return true if a strike may hit them
     */
    public boolean mayHit(String dimension) {
        return switch (dimension) {
            case Dimensions.GLOBAL, Dimensions.INTERFACE, Dimensions.SUBNET -> false;
            default -> dimensions.isEmpty() || dimensions.contains(dimension);
        };
    }

    private BanRule with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.rule();
    }

    /** A rule of which something is about to change. */
    private static final class Draft {

        private String name;
        private int strikes;
        private Duration within;
        private List<Duration> bans;
        private Duration spacing;
        private boolean distinct;
        private int challengeAt;
        private Set<String> dimensions;
        private Mode mode;
        private Repeat repeat;
        private boolean onlyChallenges;
        private boolean challenges;
        private boolean whileBanned;

        Draft(BanRule rule) {
            name = rule.name;
            strikes = rule.strikes;
            within = rule.within;
            bans = rule.bans;
            spacing = rule.spacing;
            distinct = rule.distinct;
            challengeAt = rule.challengeAt;
            dimensions = rule.dimensions;
            mode = rule.mode;
            repeat = rule.repeat;
            onlyChallenges = rule.onlyChallenges;
            challenges = rule.challenges;
            whileBanned = rule.whileBanned;
        }

        BanRule rule() {
            return new BanRule(
                    name,
                    strikes,
                    within,
                    bans,
                    spacing,
                    distinct,
                    challengeAt,
                    dimensions,
                    mode,
                    repeat,
                    onlyChallenges,
                    challenges,
                    whileBanned);
        }
    }
}
