package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.BanExemption.Mercy;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What comes of offences: who is struck for them, by what is left of which rule, and with what evidence. Thread-safe. */
final class Offences {

    private static final Logger log = LoggerFactory.getLogger(Bans.class);
    private static final Set<String> ADDRESS = Set.of(Dimensions.IP);

    private final BanStore store;
    private final BanTable table;
    private final Lookout lookout;
    private final Offender offender;
    private final Immunity immunity;
    private final List<BanExemption> exemptions;
    private final Witness witness;
    private final Tidings tidings;
    private final Duration evidenceKept;
    private final boolean challenges;
    private final BanBudget budget;
    private final Repeats repeats;
    private final Meetings meetings = new Meetings();
    private final Map<BanRule, BanRule> challenging = new ConcurrentHashMap<>();
    private final Map<BanRule, BanRule> unchallenging = new ConcurrentHashMap<>();

    Offences(
            BanStore store,
            BanTable table,
            Lookout lookout,
            Offender offender,
            Immunity immunity,
            List<BanExemption> exemptions,
            Witness witness,
            Tidings tidings,
            BanSettings settings,
            Repeats repeats) {
        this.store = store;
        this.table = table;
        this.lookout = lookout;
        this.offender = offender;
        this.immunity = immunity;
        this.exemptions = List.copyOf(exemptions);
        this.witness = witness;
        this.tidings = tidings;
        this.evidenceKept = settings.evidenceKept();
        this.challenges = settings.challenges();
        this.budget = new BanBudget(settings.budget(), store.ticks());
        this.repeats = repeats;
    }

    CompletionStage<Standing> strike(Caller caller, BanRule rule, @Nullable String item, @Nullable Offence offence) {
        CompletionStage<Standing> worst = CompletableFuture.completedFuture(Standing.CLEAR);
        for (String dimension : rule.dimensions().isEmpty() ? ADDRESS : rule.dimensions()) {
            Subject subject = offender.of(caller, dimension);
            BanRule applied = subject == null ? null : ruleFor(caller, subject, rule);
            if (subject != null && applied != null) {
                worst = worst.thenCombine(strike(subject, applied, item, offence), Standing::worse);
            }
        }
        return worst;
    }

    CompletionStage<Standing> strike(Caller caller, BanRule rule, int status) {
        return strike(caller, rule, null, seen(caller, rule, status));
    }

    CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item, @Nullable Offence offence) {
        if (!rule.mayHit(subject.dimension()) || immunity.covers(subject)) {
            return CompletableFuture.completedFuture(Standing.CLEAR);
        }
        long askedAt = store.ticks();
        if (repeats.contains(subject, rule, item, askedAt)) {
            return CompletableFuture.completedFuture(table.find(subject, askedAt));
        }
        int generation = repeats.generation();
        return store.strike(subject, asFarAsChallengesGo(rule), item).handle((after, failure) -> {
            if (failure != null) {
                log.debug("A strike of {} against {} is lost", rule.name(), subject, failure);
                return Standing.CLEAR;
            }
            repeats.add(subject, rule, item, after, askedAt, generation);
            struck(subject, rule.name(), after, askedAt, offence);
            return after;
        });
    }

    CompletionStage<Standing> strike(Caller caller, Subject subject, BanRule rule, int status) {
        BanRule applied = ruleFor(caller, subject, rule);
        return applied == null
                ? CompletableFuture.completedFuture(Standing.CLEAR)
                : strike(subject, applied, null, seen(caller, rule, status));
    }

    @Nullable
    BanRule ruleFor(Caller caller, Subject subject, BanRule rule) {
        if (!rule.mayHit(subject.dimension()) || !Offender.isPunishable(caller, subject) || immunity.covers(caller)) {
            return null;
        }
        Mercy most = caller.user() != null && budget.isSpent(store.ticks()) ? Mercy.CHALLENGE_ONLY : Mercy.NONE;
        for (BanExemption exemption : exemptions) {
            Mercy mercy = mercy(exemption, caller, subject, rule);
            most = mercy.compareTo(most) > 0 ? mercy : most;
        }
        return switch (most) {
            case NONE -> asFarAsChallengesGo(rule);
            case CHALLENGE_ONLY -> asFarAsChallengesGo(challenging.computeIfAbsent(rule, BanRule::challengingOnly));
            case FULL -> null;
        };
    }

    void decided(Caller caller, Subject subject, String rule, Standing after, long askedAt) {
        Offence offence = after.change() == Change.NONE ? null : witness.describe(caller, rule, Instant.now());
        boolean surprising = after.change() == Change.NONE
                && after.isBanned()
                && !lookout.find(subject).isBanned()
                && lookout.isCertain();
        struck(subject, rule, after, askedAt, offence);
        String user = caller.user();
        if (user != null && after.change() != Change.NONE) {
            countAgainst(user, caller, subject, rule, after);
        }
        // Of a ban that it should know, it was not told, or the list has lost it.
        if (after.change() == Change.BEGAN || surprising) {
            besides("telling others of " + subject, store.announce(subject, after));
        }
    }

    void met(Caller caller) {
        String user = caller.user();
        ClientAddress client = caller.address();
        if (user == null || client == null || !client.punishable()) {
            return;
        }
        long now = store.ticks();
        budget.seen(user, now);
        Subject address = meetings.isDue(client, user, now) ? offender.of(caller, Dimensions.IP) : null;
        if (address != null) {
            besides("noting a user", store.met(address, Subject.of(Dimensions.USER, user), false));
        }
    }

    private @Nullable Offence seen(Caller caller, BanRule rule, int status) {
        Offence seen = witness.describe(caller, rule.name(), Instant.now());
        return seen == null
                ? null
                : new Offence(seen.at(), seen.rule(), seen.method(), seen.path(), status, seen.agent());
    }

    private BanRule asFarAsChallengesGo(BanRule rule) {
        return challenges || !rule.challenges()
                ? rule
                : unchallenging.computeIfAbsent(rule, BanRule::withoutChallenges);
    }

    private static Mercy mercy(BanExemption exemption, Caller caller, Subject subject, BanRule rule) {
        try {
            return exemption.mercy(caller, subject, rule);
        } catch (RuntimeException e) {
            log.warn("{} fails and spares nobody", exemption, e);
            return Mercy.NONE;
        }
    }

    private void countAgainst(String user, Caller caller, Subject subject, String rule, Standing after) {
        Subject address = offender.of(caller, Dimensions.IP);
        if (address != null) {
            besides("noting a strike of a user", store.met(address, Subject.of(Dimensions.USER, user), true));
        }
        if (after.isBanned() && after.change() == Change.BEGAN && budget.hit(store.ticks())) {
            tidings.tell(new BanEvent(
                    Kind.BUDGET_SPENT, subject, rule, after, "", "logged-in users are challenged instead"));
        }
    }

    private void struck(Subject subject, String rule, Standing after, long askedAt, @Nullable Offence offence) {
        table.put(subject, after, askedAt);
        Kind kind = switch (after.change()) {
            case NONE -> null;
            case STRUCK -> Kind.STRUCK;
            case BEGAN -> after.isBanned() ? Kind.BANNED : Kind.CHALLENGED;
            case WOULD_HAVE_BEGUN -> Kind.WOULD_BE_BANNED;
        };
        if (kind == null) {
            return;
        }
        if (offence != null) {
            besides("keeping evidence against " + subject, store.keep(subject, offence, evidenceKept));
        }
        tidings.tell(new BanEvent(kind, subject, rule, after, "", ""));
    }

    /** Best effort: nobody waits for it. */
    private static void besides(String what, CompletionStage<Void> work) {
        work.whenComplete((done, failure) -> {
            if (failure != null) {
                log.debug("{} failed", what, failure);
            }
        });
    }
}
