package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.BanExemption.Mercy;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is banned, and the way to change that, from code and by hand. What this node knows is answered at once, from
 * memory; it is told what happens on other nodes within a second. Thread-safe.
 *
 * <p>The allow-list beats every ban; a failing store bans nobody and lifts nobody's ban. Stages complete exceptionally if
 * the store cannot be reached, on threads that must not be blocked.
 */
public final class Bans {

    private static final Logger log = LoggerFactory.getLogger(Bans.class);
    private static final Duration LONGEST = Duration.ofDays(3_660);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Those that every caller may be banned as, whatever its dimensions. */
    private static final List<String> ALWAYS = List.of(Dimensions.IP, Dimensions.USER);

    private static final List<String> IF_SEEN = List.of(Dimensions.DEVICE, Dimensions.SUBNET);
    private static final Set<String> ADDRESS = Set.of(Dimensions.IP);

    private final BanStore store;
    private final Immunity immunity;
    private final List<BanExemption> exemptions;
    private final List<BanListener> listeners;
    private final Witness witness;
    private final Duration evidenceKept;
    private final boolean challenges;
    private final Offender offender;
    private final BanTable table;
    private final LookUps lookUps;
    private final LocalCopy copy;
    private final Repeats repeats = new Repeats();
    private final Meetings meetings = new Meetings();
    private final BanBudget budget;
    private final Map<BanRule, BanRule> challenging = new ConcurrentHashMap<>();
    private final Map<BanRule, BanRule> unchallenging = new ConcurrentHashMap<>();

    /**
     * Bans of a store. Begins to follow it at once.
     *
     * @param store keeps them
     * @param settings how this node goes about them
     * @param dimensions as what callers can be banned
     * @param immunity whom nothing may hit
     * @param exemptions spare some what rules would do to them
     * @param witness describes offences for evidence
     * @param listeners are told what happens on this node
     */
    public Bans(
            BanStore store,
            BanSettings settings,
            DimensionRegistry dimensions,
            Immunity immunity,
            List<BanExemption> exemptions,
            Witness witness,
            List<BanListener> listeners) {
        this.store = store;
        this.immunity = immunity;
        this.exemptions = List.copyOf(exemptions);
        this.witness = witness;
        this.listeners = List.copyOf(listeners);
        this.evidenceKept = settings.evidenceKept();
        this.challenges = settings.challenges();
        this.offender = new Offender(dimensions);
        this.table = new BanTable(settings.cached());
        this.lookUps = new LookUps(store, table, settings.deadline());
        this.copy = new LocalCopy(store, table, repeats);
        this.budget = new BanBudget(settings.budget(), store.ticks());
        store.follow(copy);
    }

    /**
     * How a subject stands, as far as this node knows. Costs nanoseconds.
     *
     * @param subject who
     * @return the standing; in the clear if nothing is known
     */
    public Standing find(Subject subject) {
        return table.find(subject, store.ticks());
    }

    /**
     * How a caller stands, as far as this node knows: as address, user, device or network, whatever is worst. Does not ask
     * the allow-list.
     *
     * @param caller who
     * @return the standing; in the clear if nothing is known
     */
    public Standing find(Caller caller) {
        if (table.isEmpty()) {
            return Standing.CLEAR;
        }
        long now = store.ticks();
        Standing worst = Standing.CLEAR;
        for (String dimension : ALWAYS) {
            worst = worse(worst, caller, dimension, now);
        }
        for (String dimension : IF_SEEN) {
            worst = worse(worst, caller, dimension, now);
        }
        return worst;
    }

    /**
     * As whom a caller is challenged, as far as this node knows.
     *
     * @param caller who
     * @return its address, user, device or network; none if it is not challenged
     */
    public List<Subject> challenged(Caller caller) {
        if (table.isEmpty()) {
            return List.of();
        }
        long now = store.ticks();
        return Stream.concat(ALWAYS.stream(), IF_SEEN.stream())
                .filter(table::hasSeen)
                .map(dimension -> Optional.ofNullable(offender.of(caller, dimension)))
                .flatMap(Optional::stream)
                .filter(subject -> table.find(subject, now).state() == Standing.State.CHALLENGED)
                .toList();
    }

    private Standing worse(Standing worst, Caller caller, String dimension, long now) {
        Subject subject = table.hasSeen(dimension) ? offender.of(caller, dimension) : null;
        return subject == null ? worst : worst.worse(table.find(subject, now));
    }

    /**
     * Whether {@link #find} knows of every ban that is older than two seconds.
     *
     * @return false while this node has not read all bans, there are more than it keeps, or the store does not answer
     */
    public boolean isCertain() {
        return copy.isComplete() && store.isCurrent() && !table.isFull(store.ticks());
    }

    /**
     * How a caller stands: {@link #find} while this node {@linkplain #isCertain is certain} or knows of a ban; else the
     * store is asked, and what it answers is held for a second. If it does not answer in time, nothing is held against the
     * caller that this node does not know.
     *
     * @param caller who
     * @return the standing; completed already in most cases, never exceptionally
     */
    public CompletionStage<Standing> standing(Caller caller) {
        Standing known = find(caller);
        if (known.isBanned() || isCertain()) {
            return CompletableFuture.completedFuture(known);
        }
        CompletionStage<Standing> worst = CompletableFuture.completedFuture(known);
        for (String dimension : ALWAYS) {
            Subject subject = offender.of(caller, dimension);
            if (subject != null) {
                worst = worst.thenCombine(lookUps.ask(subject), Standing::worse);
            }
        }
        return worst;
    }

    /**
     * The ban of a subject, as the store knows it.
     *
     * @param subject who
     * @return the ban, if there is one
     */
    public CompletionStage<Optional<Ban>> look(Subject subject) {
        return store.find(subject);
    }

    /**
     * Bans by hand, in place of whatever ban there is. All nodes refuse within a second.
     *
     * @param subject who
     * @param duration how long, a millisecond to 3660 days; null: until it is lifted
     * @param reason why, for people
     * @param by who does it
     * @return the ban
     * @throws ImmuneException if the subject is on the allow-list
     * @throws IllegalArgumentException if the subject stands for everybody, or the duration is out of range
     */
    public CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by) {
        if (immunity.covers(subject)) {
            throw new ImmuneException(subject);
        }
        if (subject.dimension().equals(Dimensions.GLOBAL) || subject.dimension().equals(Dimensions.INTERFACE)) {
            throw new IllegalArgumentException(subject + " stands for everybody; ban an address, a user or a network");
        }
        if (duration != null && (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0)) {
            throw new IllegalArgumentException(
                    "a ban of " + duration + "; use 1ms to 3660d, or none for a permanent one");
        }
        return store.ban(subject, duration, reason, by).thenApply(ban -> {
            tell(new BanEvent(Kind.BANNED, subject, Ban.MANUAL, find(subject), by, reason));
            return ban;
        });
    }

    /**
     * Ends a ban and a challenge, and clears strikes. How often the subject was banned before stays known. Reaches all
     * nodes within a second.
     *
     * @param subject who
     * @param by who does it
     * @return the ban that there was, if there was one
     */
    public CompletionStage<Optional<Ban>> lift(Subject subject, String by) {
        return store.lift(subject, by).thenApply(lifted -> {
            tell(new BanEvent(Kind.LIFTED, subject, Ban.MANUAL, Standing.CLEAR, by, ""));
            return lifted;
        });
    }

    /**
     * Takes a ban out of review: it stays until it is lifted.
     *
     * @param subject who
     * @param by who does it
     * @return the ban, if there was one that needed review
     */
    public CompletionStage<Optional<Ban>> confirm(Subject subject, String by) {
        return store.confirm(subject, by).thenApply(confirmed -> {
            confirmed.ifPresent(
                    ban -> tell(new BanEvent(Kind.CONFIRMED, subject, ban.rule(), find(subject), by, ban.reason())));
            return confirmed;
        });
    }

    /**
     * The bans of all subjects on all nodes.
     *
     * @param cursor where the page begins; null: at the beginning
     * @param size how many bans to look at, 1 to 1000
     * @return a page
     * @throws IllegalArgumentException if the cursor is none that a page has named, or the size is out of range
     */
    public CompletionStage<BanPage> list(@Nullable String cursor, int size) {
        return store.list(cursor, size, false);
    }

    /**
     * The bans that a person is to confirm or lift.
     *
     * @param cursor where the page begins; null: at the beginning
     * @param size how many bans to look at, 1 to 1000
     * @return a page
     * @throws IllegalArgumentException as {@link #list}
     */
    public CompletionStage<BanPage> review(@Nullable String cursor, int size) {
        return store.list(cursor, size, true);
    }

    /**
     * What is held against a subject.
     *
     * @param subject who
     * @return the evidence
     */
    public CompletionStage<Evidence> evidence(Subject subject) {
        return store.evidence(subject);
    }

    /**
     * What was done by hand.
     *
     * @param most how many entries, 1 to 1000
     * @return the newest first
     */
    public CompletionStage<List<AuditEntry>> audit(int most) {
        return store.audit(most);
    }

    /**
     * Adds to what was done by hand: what else than bans operators change.
     *
     * @param action what
     * @param subject to whom
     * @param by who did it
     * @param reason why; may be empty
     * @return completes when it is noted
     */
    public CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason) {
        return store.note(action, subject, by, reason);
    }

    /**
     * Asks a subject for a CAPTCHA on all nodes, until it has solved one or for ten minutes, unless it is banned.
     *
     * @param subject who
     * @param origin who asks for it: name of a rule, of a scene
     * @return the standing after it
     */
    public CompletionStage<Standing> challenge(Subject subject, String origin) {
        return store.challenge(subject).thenApply(after -> {
            if (after.state() == Standing.State.CHALLENGED) {
                tell(new BanEvent(Kind.CHALLENGED, subject, origin, after, "", ""));
            }
            return after;
        });
    }

    /**
     * Ends a challenge, since it was solved, and clears the strikes for calls that limits refused, by whatever rules, at most
     * three times an hour. A ban stays.
     *
     * @param subject who has solved it
     * @return the standing after it
     */
    public CompletionStage<Standing> pardon(Subject subject) {
        return store.pardon(subject).thenApply(after -> {
            tell(new BanEvent(Kind.PARDONED, subject, "", after, "", ""));
            return after;
        });
    }

    /**
     * Counts an offence of a caller: of those that the rule may hit, without dimensions of the address. Nobody is struck
     * who is on the allow-list, exempt, or an address that stands for many. Never completes exceptionally: if the store
     * does not answer, nobody is struck.
     *
     * @param caller who did it
     * @param rule what is counted
     * @param item what the offence was about, for rules that count distinct ones; null: unlike any other
     * @param offence kept as evidence if it is counted; null for none
     * @return the worst standing after it
     */
    public CompletionStage<Standing> strike(
            Caller caller, BanRule rule, @Nullable String item, @Nullable Offence offence) {
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

    /**
     * The same with what the caller is doing as evidence.
     *
     * @param caller who did it
     * @param rule what is counted
     * @param status of the answer, for the evidence; 0 if it is not known
     * @return the worst standing after it
     */
    public CompletionStage<Standing> strike(Caller caller, BanRule rule, int status) {
        return strike(caller, rule, null, seen(caller, rule, status));
    }

    /**
     * Counts an offence of a subject that the caller of this has chosen; otherwise as the other one.
     *
     * @param subject who did it
     * @param rule what is counted
     * @param item what the offence was about; null: unlike any other
     * @param offence kept as evidence if it is counted; null for none
     * @return the standing after it
     */
    public CompletionStage<Standing> strike(
            Subject subject, BanRule rule, @Nullable String item, @Nullable Offence offence) {
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

    /**
     * Counts an offence of one of a caller's subjects, with what the caller is doing as evidence. Nobody is struck who is
     * on the allow-list or exempt; otherwise as the other ones.
     *
     * @param caller who did it
     * @param subject as whom
     * @param rule what is counted
     * @param status of the answer, for the evidence; 0 if it is not known
     * @return the standing after it
     */
    public CompletionStage<Standing> strike(Caller caller, Subject subject, BanRule rule, int status) {
        BanRule applied = ruleFor(caller, subject, rule);
        return applied == null
                ? CompletableFuture.completedFuture(Standing.CLEAR)
                : strike(subject, applied, null, seen(caller, rule, status));
    }

    private @Nullable Offence seen(Caller caller, BanRule rule, int status) {
        Offence seen = witness.describe(caller, rule.name(), Instant.now());
        return seen == null
                ? null
                : new Offence(seen.at(), seen.rule(), seen.method(), seen.path(), status, seen.agent());
    }

    /**
     * The rule that a refusal of a limit is counted by, if its subject may be struck: for the guard.
     *
     * @param caller who calls
     * @param subject who is counted by the limit
     * @param rule what a refusal counts as
     * @return the rule, or what exemptions leave of it; null if nobody is to be struck
     */
    public @Nullable BanRule ruleFor(Caller caller, Subject subject, BanRule rule) {
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

    /**
     * Takes note of what a decision did to a subject: for the guard.
     *
     * @param caller who called
     * @param subject who was counted
     * @param rule name of the rule that refusals were counted by
     * @param after the standing that the decision answered
     * @param askedAt ticks before it was asked for
     */
    public void decided(Caller caller, Subject subject, String rule, Standing after, long askedAt) {
        Offence offence = after.change() == Change.NONE ? null : witness.describe(caller, rule, Instant.now());
        boolean surprising = after.change() == Change.NONE
                && after.isBanned()
                && !find(subject).isBanned()
                && isCertain();
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

    private void countAgainst(String user, Caller caller, Subject subject, String rule, Standing after) {
        Subject address = offender.of(caller, Dimensions.IP);
        if (address != null) {
            besides("noting a strike of a user", store.met(address, Subject.of(Dimensions.USER, user), true));
        }
        if (after.isBanned() && after.change() == Change.BEGAN && budget.hit(store.ticks())) {
            tell(new BanEvent(Kind.BUDGET_SPENT, subject, rule, after, "", "logged-in users are challenged instead"));
        }
    }

    /**
     * Takes note of an admitted caller: for the guard. Addresses that many logged-in users share are spared.
     *
     * @param caller who was admitted
     */
    public void met(Caller caller) {
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

    /**
     * The clock of {@link #decided}.
     *
     * @return microseconds of an arbitrary origin
     */
    public long ticks() {
        return store.ticks();
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
        tell(new BanEvent(kind, subject, rule, after, "", ""));
    }

    /** Best effort: nobody waits for it. */
    private static void besides(String what, CompletionStage<Void> work) {
        work.whenComplete((done, failure) -> {
            if (failure != null) {
                log.debug("{} failed", what, failure);
            }
        });
    }

    private void tell(BanEvent event) {
        for (BanListener listener : listeners) {
            try {
                listener.onBanEvent(event);
            } catch (RuntimeException e) {
                log.warn("{} failed on {}", listener, event, e);
            }
        }
    }
}
