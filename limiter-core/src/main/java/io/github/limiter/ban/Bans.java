package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Who is banned, and the way to change that, from code and by hand. What this node knows is answered at once, from
 * memory; it is told what happens on other nodes within a second. Thread-safe.
 *
 * <p>The allow-list beats every ban; a failing store bans nobody and lifts nobody's ban. Stages complete exceptionally if
 * the store cannot be reached, on threads that must not be blocked.
 */
public final class Bans {

    private static final Duration LONGEST = Duration.ofDays(3_660);
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final BanStore store;
    private final Immunity immunity;
    private final Tidings tidings;
    private final Lookout lookout;
    private final Offences offences;

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
        this.tidings = new Tidings(listeners);
        BanTable table = new BanTable(settings.cached());
        Repeats repeats = new Repeats();
        Offender offender = new Offender(dimensions);
        LocalCopy copy = new LocalCopy(store, table, repeats);
        this.lookout = new Lookout(store, table, offender, settings, copy);
        this.offences = new Offences(
                store, table, lookout, offender, immunity, exemptions, witness, tidings, settings, repeats);
        store.follow(copy);
    }

    /**
     * How a subject stands, as far as this node knows. Costs nanoseconds.
     *
     * @param subject who
     * @return the standing; in the clear if nothing is known
     */
    public Standing find(Subject subject) {
        return lookout.find(subject);
    }

    /**
     * How a caller stands, as far as this node knows: as address, user, device or network, whatever is worst. Does not ask
     * the allow-list.
     *
     * @param caller who
     * @return the standing; in the clear if nothing is known
     */
    public Standing find(Caller caller) {
        return lookout.find(caller);
    }

    /**
     * As whom a caller is challenged, as far as this node knows.
     *
     * @param caller who
     * @return its address, user, device or network; none if it is not challenged
     */
    public List<Subject> challenged(Caller caller) {
        return lookout.challenged(caller);
    }

    /**
     * Whether {@link #find} knows of every ban that is older than two seconds.
     *
     * @return false while this node has not read all bans, there are more than it keeps, or the store does not answer
     */
    public boolean isCertain() {
        return lookout.isCertain();
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
        return lookout.standing(caller);
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
            tidings.tell(new BanEvent(Kind.BANNED, subject, Ban.MANUAL, find(subject), by, reason));
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
            tidings.tell(new BanEvent(Kind.LIFTED, subject, Ban.MANUAL, Standing.CLEAR, by, ""));
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
            confirmed.ifPresent(ban ->
                    tidings.tell(new BanEvent(Kind.CONFIRMED, subject, ban.rule(), find(subject), by, ban.reason())));
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
                tidings.tell(new BanEvent(Kind.CHALLENGED, subject, origin, after, "", ""));
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
            tidings.tell(new BanEvent(Kind.PARDONED, subject, "", after, "", ""));
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
        return offences.strike(caller, rule, item, offence);
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
        return offences.strike(caller, rule, status);
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
        return offences.strike(subject, rule, item, offence);
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
        return offences.strike(caller, subject, rule, status);
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
        return offences.ruleFor(caller, subject, rule);
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
        offences.decided(caller, subject, rule, after, askedAt);
    }

    /**
     * Takes note of an admitted caller: for the guard. Addresses that many logged-in users share are spared.
     *
     * @param caller who was admitted
     */
    public void met(Caller caller) {
        offences.met(caller);
    }

    /**
     * The clock of {@link #decided}.
     *
     * @return microseconds of an arbitrary origin
     */
    public long ticks() {
        return store.ticks();
    }
}
