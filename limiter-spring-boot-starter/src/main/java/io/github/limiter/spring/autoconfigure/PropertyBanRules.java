package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Mode;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.BanProperties.OwnRule;
import io.github.limiter.spring.ban.CountedRule;
import io.github.limiter.spring.ban.RequestRules;
import io.github.limiter.spring.policy.BanLadder;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.watch.OffenceKind;
import io.github.limiter.subject.DimensionRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** What {@code limiter.ban.*} says, as rules. */
final class PropertyBanRules {

    private static final String PREFIX = "limiter.ban.";
    private static final Set<OffenceKind> PROBING = Set.of(
            OffenceKind.NOT_FOUND, OffenceKind.METHOD_NOT_ALLOWED, OffenceKind.ILLEGAL_PATH, OffenceKind.MALFORMED);
    private static final Set<String> BUILT_IN = Set.of("limited", "probing", "honeypot", "failed-logins", "repeat");

    private static final Set<String> COUNTING = Set.of("strikes", "within", "ban");

    private final BanProperties properties;
    private final Mode mode;
    private final boolean captcha;
    private final DimensionRegistry dimensions;
    private final Environment environment;
    private final BanRule.Repeat repeat;

    PropertyBanRules(LimiterProperties properties, DimensionRegistry dimensions, Environment environment) {
        this.environment = environment;
        this.properties = properties.ban();
        this.mode = properties.mode();
        this.captcha = properties.captcha().enabled();
        this.dimensions = dimensions;
        this.repeat = repeat(properties.ban().repeat());
    }

    private static BanRule.Repeat repeat(BanProperties.Repeat repeat) {
        if (!BanLadder.PERMANENT.equalsIgnoreCase(repeat.ban().strip())) {
            throw new InvalidConfigurationException(
                    PREFIX + "repeat.ban",
                    repeat.ban(),
                    "is another end than the one there is",
                    "Write permanent or leave it out; for longer and longer bans give several lengths, such as"
                            + " limiter.ban.limited.ban=5m, 1h, 1d");
        }
        try {
            return new BanRule.Repeat(repeat.strikes(), repeat.within());
        } catch (InvalidConfigurationException e) {
            throw e.named(PREFIX + e.element());
        }
    }

    /** Whether a rule holds even where no annotation asks for one: if somebody wrote down what it counts. */
    private boolean isWritten(String rule) {
        return Binder.get(environment)
                .bind(PREFIX + rule, Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of())
                .keySet()
                .stream()
                .anyMatch(name -> COUNTING.stream().anyMatch(name::startsWith));
    }

    BlacklistRules blacklists() {
        BanProperties.Limited limited = properties.limited();
        BanRule rule = !properties.enabled() || limited.strikes() == 0
                ? null
                : rule(
                        "limited",
                        limited.strikes(),
                        limited.within(),
                        limited.ban(),
                        mode,
                        rules -> rules.withSpacing(limited.spacing()).withChallengeAt(challengeAt()));
        return new BlacklistRules(rule, isWritten("limited"), properties.challengeAt(), dimensions, mode);
    }

    private int challengeAt() {
        int challengeAt = properties.challengeAt() == null ? 0 : properties.challengeAt();
        if (challengeAt > 0 && !captcha) {
            throw new InvalidConfigurationException(
                    PREFIX + "challenge-at",
                    challengeAt,
                    "asks for CAPTCHAs, which limiter.captcha.enabled=false turns off",
                    "Set limiter.captcha.enabled=true, or limiter.ban.challenge-at=0");
        }
        return challengeAt;
    }

    RequestRules requests() {
        if (!properties.enabled()) {
            return new RequestRules(null, TrapPaths.of(List.of(), ""), List.of());
        }
        BanProperties.Honeypot honeypot = properties.honeypot();
        return new RequestRules(
                honeypot.strikes() == 0
                        ? null
                        : ofRequests(rule(
                                "honeypot", honeypot.strikes(), honeypot.within(), honeypot.ban(), mode, same -> same)),
                TrapPaths.of(honeypot.paths(), PREFIX + "honeypot.paths"),
                counted());
    }

    private List<CountedRule> counted() {
        List<CountedRule> counted = new ArrayList<>();
        BanProperties.Probing probing = properties.probing();
        if (probing.strikes() > 0) {
            counted.add(new CountedRule(
                    rule("probing", probing.strikes(), probing.within(), probing.ban(), mode, BanRule::ofDistinctItems),
                    isWritten("probing"),
                    request -> request.offence() != null && PROBING.contains(request.offence()),
                    true));
        }
        BanProperties.FailedLogins logins = properties.failedLogins();
        if (logins.strikes() > 0) {
            // A token that a page repeats is one item; what a person types has none, so each attempt counts.
            counted.add(new CountedRule(
                    rule(
                            "failed-logins",
                            logins.strikes(),
                            logins.within(),
                            logins.ban(),
                            mode,
                            BanRule::ofDistinctItems),
                    isWritten("failed-logins"),
                    request -> request.offence() == OffenceKind.FAILED_LOGIN,
                    false));
        }
        properties.rules().forEach((name, own) -> counted.add(own(name, own)));
        return counted.stream()
                .map(each -> new CountedRule(
                        ofRequests(each.rule()), each.configured(), each.counts(), each.sparesCommonMisses()))
                .toList();
    }

    /** Where a ban refuses few requests, the others of whoever is banned count as before. */
    private BanRule ofRequests(BanRule rule) {
        return properties.enforce() == BanProperties.Enforce.ANNOTATED ? rule.countingWhileBanned() : rule;
    }

    private CountedRule own(String name, OwnRule own) {
        String place = PREFIX + "rules." + name;
        if (BUILT_IN.contains(name)) {
            throw new InvalidConfigurationException(
                    place,
                    name,
                    "is the name of a rule that is there already",
                    "Set limiter.ban." + name + ".* instead");
        }
        Mode effective = mode == Mode.SHADOW ? mode : own.mode();
        BanRule rule = named(place, () -> {
            BanRule plain = BanRule.of(name, own.strikes(), own.within(), ladder(own.ban(), place))
                    .withMode(effective)
                    .withRepeat(repeat)
                    .withDimensions(Set.of(own.dimension()));
            return own.distinct() ? plain.ofDistinctItems() : plain;
        });
        for (String dimension : rule.dimensions()) {
            named(place, () -> dimensions.get(dimension));
            if (!BanRule.LIMITED.mayHit(dimension)) {
                throw new InvalidConfigurationException(
                        place + ".dimension",
                        dimension,
                        "stands for many callers, of whom a ban would hit those who did nothing",
                        "Use ip, user, device or a dimension of your own");
            }
        }
        return new CountedRule(rule, true, OwnRuleFilter.of(own.counts(), own.match(), place), false);
    }

    private BanRule rule(
            String name, int strikes, Duration within, List<String> bans, Mode mode, UnaryOperator<BanRule> more) {
        String place = PREFIX + name;
        return named(
                place,
                () -> more.apply(BanRule.of(name, strikes, within, ladder(bans, place))
                        .withMode(mode)
                        .withRepeat(repeat)));
    }

    private static Duration[] ladder(List<String> bans, String place) {
        return BanLadder.parse(bans, place + ".ban").toArray(Duration[]::new);
    }

    /** What is wrong with a part of a rule, by the name of the property. */
    private static <T> T named(String place, Supplier<T> part) {
        try {
            return part.get();
        } catch (InvalidConfigurationException e) {
            if (e.element().startsWith(PREFIX)) {
                throw e;
            }
            throw e.named(e.element().equals("challengeAt") ? PREFIX + "challenge-at" : place + "." + e.element());
        }
    }
}
