package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.NewsReaders;
import io.github.limiter.store.Standing;
import io.github.limiter.store.StrikeLedger;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Strikes and bans in this JVM, for one node. Bounded, without threads of its own. Also the ledger of a
 * {@link io.github.limiter.store.MemoryStore}, so that its decisions count and ban.
 */
public final class MemoryBanStore implements BanStore, StrikeLedger {

    private static final int AUDITED = 1_000;
    private static final String ALL = "";

    private final TimeSource time;
    private final Cabinet cabinet;
    private final NewsReaders<Follower> followers = new NewsReaders<>();
    private final Deque<AuditEntry> audit = new ArrayDeque<>();

    /**
     * Nobody is known yet.
     *
     * @param maxSubjects subjects kept at most; beyond it the least recently used go first, those that are banned last
     * @param time the clock of all bans
     * @throws InvalidConfigurationException if {@code maxSubjects} is not positive
     */
    public MemoryBanStore(int maxSubjects, TimeSource time) {
        if (maxSubjects < 1) {
            throw new InvalidConfigurationException(
                    "maxSubjects",
                    maxSubjects,
                    "is not a positive number of subjects",
                    "Set 1 or more, such as 100000");
        }
        this.time = time;
        this.cabinet = new Cabinet(maxSubjects);
    }

    @Override
    public long ticks() {
        return time.micros();
    }

    @Override
    public Standing ban(Subject subject, long now) {
        // What most calls ask while nobody is banned.
        if (!cabinet.hasBans()) {
            return Standing.CLEAR;
        }
        Standing standing = cabinet.read(subject, now, Dossier::standing);
        return standing.isBanned() ? standing : Standing.CLEAR;
    }

    @Override
    public Standing strike(Subject subject, BanRule rule, @Nullable String item, long now) {
        return struck(subject, now, dossier -> dossier.strikeRefused(rule, item, now));
    }

    private Standing struck(Subject subject, long now, Function<Dossier, Standing> strike) {
        Standing after = cabinet.change(subject, now, strike);
        if (after.change() == Standing.Change.BEGAN) {
            tellStanding(subject, after, now);
        }
        return after;
    }

    private void tellStanding(Subject subject, Standing standing, long now) {
        Standing found = Standing.found(standing.state(), standing.left());
        followers.tellAll(follower -> follower.onStanding(subject, found, now));
    }

    @Override
    public CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item) {
        long now = time.micros();
        return done(struck(subject, now, dossier -> dossier.strike(rule, item, now)));
    }

    @Override
    public CompletionStage<Standing> challenge(Subject subject) {
        long now = time.micros();
        Standing after = cabinet.change(subject, now, dossier -> dossier.challenge(now));
        tellStanding(subject, after, now);
        return done(after);
    }

    @Override
    public CompletionStage<Standing> pardon(Subject subject) {
        long now = time.micros();
        Standing after = cabinet.change(subject, now, dossier -> dossier.pardon(now));
        if (after.isClear()) {
            followers.tellAll(follower -> follower.onClear(subject, now, false));
        }
        return done(after);
    }

    @Override
    public CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by) {
        long now = time.micros();
        Instant start = Micros.instant(now);
        Instant until = duration == null ? null : start.plus(duration);
        Ban ban = new Ban(subject, start, until, Ban.MANUAL, reason, by, false);
        Standing after = cabinet.change(subject, now, dossier -> {
            dossier.put(ban);
            return dossier.standing(now);
        });
        noteDown(new AuditEntry(start, AuditEntry.Action.BAN, subject, by, reason));
        tellStanding(subject, after, now);
        return done(ban);
    }

    @Override
    public CompletionStage<Optional<Ban>> lift(Subject subject, String by) {
        long now = time.micros();
        Optional<Ban> lifted = cabinet.change(subject, now, dossier -> Optional.ofNullable(dossier.lift(now)));
        noteDown(new AuditEntry(Micros.instant(now), AuditEntry.Action.LIFT, subject, by, ""));
        followers.tellAll(follower -> follower.onClear(subject, now, true));
        return done(lifted);
    }

    @Override
    public CompletionStage<Optional<Ban>> confirm(Subject subject, String by) {
        long now = time.micros();
        Optional<Ban> confirmed = cabinet.change(subject, now, dossier -> {
            Ban ban = dossier.ban(now);
            if (ban == null || !ban.needsReview()) {
                return Optional.empty();
            }
            Ban stays = ban.confirmed(by);
            dossier.put(stays);
            return Optional.of(stays);
        });
        if (confirmed.isPresent()) {
            noteDown(new AuditEntry(Micros.instant(now), AuditEntry.Action.CONFIRM, subject, by, ""));
        }
        return done(confirmed);
    }

    @Override
    public CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason) {
        noteDown(new AuditEntry(Micros.instant(time.micros()), action, subject, by, reason));
        return CompletableFuture.completedFuture(null);
    }

    private void noteDown(AuditEntry entry) {
        synchronized (audit) {
            if (audit.size() == AUDITED) {
                audit.removeLast();
            }
            audit.addFirst(entry);
        }
    }

    @Override
    public CompletionStage<Void> met(Subject address, Subject user, boolean struck) {
        long now = time.micros();
        cabinet.change(address, now, dossier -> {
            dossier.met(user.text(), struck, now);
            return dossier;
        });
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Standing> standing(Subject subject) {
        return done(cabinet.read(subject, time.micros(), Dossier::standing));
    }

    @Override
    public CompletionStage<Optional<Ban>> find(Subject subject) {
        return done(cabinet.read(subject, time.micros(), (dossier, now) -> Optional.ofNullable(dossier.ban(now))));
    }

    @Override
    public CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly) {
        BanCursor from = BanCursor.parse(cursor, size);
        List<Ban> all = new ArrayList<>();
        long now = time.micros();
        cabinet.forEachPart(part -> {
            for (Dossier dossier : part.banned()) {
                Ban ban = dossier.ban(now);
                if (ban != null && (ban.needsReview() || !reviewOnly) && from.isBefore(ban)) {
                    all.add(ban);
                }
            }
        });
        all.sort(Comparator.comparing(BanCursor::of));
        boolean last = all.size() <= size;
        List<Ban> page = last ? all : all.subList(0, size);
        return done(
                new BanPage(page, last ? null : BanCursor.of(page.get(size - 1)).text(), Micros.instant(now)));
    }

    @Override
    public CompletionStage<List<Challenged>> challenged(int most) {
        List<Challenged> all = new ArrayList<>();
        long now = time.micros();
        cabinet.forEachPart(part -> part.free().stream()
                .map(dossier ->
                        new Challenged(dossier.subject(), dossier.standing(now).left()))
                .filter(one -> one.left() > 0)
                .limit(most - all.size())
                .forEach(all::add));
        return done(all);
    }

    @Override
    public CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept) {
        long now = time.micros();
        cabinet.change(subject, now, dossier -> {
            dossier.exhibits().add(offence);
            dossier.keepUntil(now + Micros.of(kept));
            return dossier;
        });
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Evidence> evidence(Subject subject) {
        return done(cabinet.read(
                subject, time.micros(), (dossier, now) -> dossier.exhibits().evidence()));
    }

    @Override
    public CompletionStage<List<AuditEntry>> audit(int most) {
        synchronized (audit) {
            return done(audit.stream().limit(most).toList());
        }
    }

    @Override
    public CompletionStage<Void> announce(Subject subject, Standing standing) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void follow(Follower follower) {
        followers.add(ALL, follower);
        follower.onGap();
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    /**
     * Subjects of whom something is kept at this moment.
     *
     * @return never more than the bound
     */
    public int size() {
        return cabinet.size();
    }

    /** Forgets everybody and everything, for tests that begin anew. */
    public void forgetAll() {
        cabinet.forgetAll();
        synchronized (audit) {
            audit.clear();
        }
        followers.tellAll(Follower::onGap);
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
