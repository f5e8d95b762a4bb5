package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Keeps strikes, bans and what belongs to them, for all nodes. Each call on a subject is atomic; the time is that of the
 * store. Stages complete exceptionally if the store cannot be reached. Thread-safe. What every store must do is written
 * down, executable, in {@code BanStoreContract} of the test jar.
 */
public interface BanStore {

    /** How long a challenge lasts, unless it is solved. */
    Duration CHALLENGE_LASTS = Duration.ofMinutes(10);

    /** So many good users share an address. */
    int GOOD_USERS = 5;

    /** How often an hour a solved challenge clears strikes. */
    int PARDONS = 3;

    /**
     * A clock of this node by which what is left of a {@link Standing} runs off. Its origin is arbitrary.
     *
     * @return microseconds
     */
    long ticks();

    /**
     * Counts an offence outside of a decision; as {@link io.github.limiter.store.StrikeLedger#strike}.
     *
     * @param subject who is struck
     * @param rule what is counted
     * @param item what the offence was about; null: unlike any other
     * @return the standing after it
     */
    CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item);

    /**
     * Asks a subject for a CAPTCHA, for {@link #CHALLENGE_LASTS}, unless it is banned.
     *
     * @param subject who
     * @return the standing after it
     */
    CompletionStage<Standing> challenge(Subject subject);

    /**
     * Ends a challenge, since it was solved, and clears the strikes for calls that limits refused, by whatever rules, {@link
     * #PARDONS} times an hour. A ban stays.
     *
     * @param subject who has solved it
     * @return the standing after it
     */
    CompletionStage<Standing> pardon(Subject subject);

    /**
     * Notes that a user came from an address. One that has {@value #GOOD_USERS} good users is shared by people who do not
     * know each other: rules challenge it where they would ban it. If it goes on with what no challenge hinders, or if
     * nobody asks for CAPTCHAs, it is banned for {@link BanRule#SHORT} at most. A user is a good one an hour after it was
     * first met there, and a day after it was struck last.
     *
     * @param address who is spared
     * @param user who came from there
     * @param struck whether it was struck just now
     * @return completes when it is noted
     */
    CompletionStage<Void> met(Subject address, Subject user, boolean struck);

    /**
     * Bans by hand, in place of whatever ban there is.
     *
     * @param subject who
     * @param duration how long; null: until it is lifted
     * @param reason why
     * @param by who does it
     * @return the ban
     */
    CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by);

    /**
     * Ends a ban and a challenge and clears strikes. How often the subject was banned before stays known.
     *
     * @param subject who
     * @param by who does it
     * @return the ban that there was
     */
    CompletionStage<Optional<Ban>> lift(Subject subject, String by);

    /**
     * Takes a ban out of review: it stays.
     *
     * @param subject who
     * @param by who does it
     * @return the ban, if there was one that needed review
     */
    CompletionStage<Optional<Ban>> confirm(Subject subject, String by);

    /**
     * How a subject stands.
     *
     * @param subject who
     * @return the standing
     */
    CompletionStage<Standing> standing(Subject subject);

    /**
     * The ban of a subject.
     *
     * @param subject who
     * @return the ban, if there is one
     */
    CompletionStage<Optional<Ban>> find(Subject subject);

    /**
     * The bans of all subjects.
     *
     * @param cursor where the page begins; null: at the beginning
     * @param size how many bans to look at, 1 to 1000
     * @param reviewOnly whether to leave those out that need no review
     * @return a page; may have fewer bans than asked for, and none, though it is not the last one
     * @throws IllegalArgumentException if the cursor is none that a page has named, or the size is out of range
     */
    CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly);

    /**
     * Subjects that are challenged, for a node that begins.
     *
     * @param most how many it has room for, 1 or more
     * @return all of them; if there are as many as {@code most}, there may be more
     */
    CompletionStage<List<Challenged>> challenged(int most);

    /**
     * A subject that has to solve a CAPTCHA.
     *
     * @param subject who
     * @param left microseconds for which it has to
     */
    record Challenged(Subject subject, long left) {}

    /**
     * Keeps an offence as evidence.
     *
     * @param subject who did it
     * @param offence what was done
     * @param kept how long the evidence on this subject is kept from now on
     * @return completes when it is kept
     */
    CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept);

    /**
     * What is held against a subject.
     *
     * @param subject who
     * @return the evidence; {@link Evidence#NONE} if there is none
     */
    CompletionStage<Evidence> evidence(Subject subject);

    /**
     * What was done by hand.
     *
     * @param most how many entries, 1 to 1000
     * @return the newest first
     */
    CompletionStage<List<AuditEntry>> audit(int most);

    /**
     * Adds to what was done by hand, beside what bans, lifts and confirmations note by themselves.
     *
     * @param action what
     * @param subject to whom
     * @param by who did it
     * @param reason why; may be empty
     * @return completes when it is noted
     */
    CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason);

    /**
     * Tells all nodes how a subject stands, where decisions that begin a ban or a challenge cannot do so themselves, since
     * they reach the keys of one subject only. A standing that was only found is a ban of which this node should have known:
     * if the list has lost it, it is listed again.
     *
     * @param subject who
     * @param standing banned or challenged
     * @return completes when it is told; at once where there is nothing to do
     */
    CompletionStage<Void> announce(Subject subject, Standing standing);

    /**
     * Puts bans back that a node still enforces, after the store has lost them. Who is banned, or was lifted since then, is
     * let be. A ban without an end waits for review, since nobody knows any more whether it had one. Nothing to do for a
     * store that cannot lose what its nodes know.
     *
     * @param bans who is banned, and for how long yet
     * @return completes when they are there, and all nodes are told to read them
     */
    default CompletionStage<Void> restore(Map<Subject, Standing> bans) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Tells a node from now on what changes, on any node. Where a decision on one node bans, that node need not wait to
     * be told.
     *
     * @param follower is told, on threads that must not be blocked; first that there is a gap
     */
    void follow(Follower follower);

    /**
     * Whether followers are told in time.
     *
     * @return false if what changed two seconds ago may not have been told here yet
     */
    boolean isCurrent();

    /** Who keeps copies of standings. */
    interface Follower {

        /**
         * A subject was banned or challenged, or its ban was changed.
         *
         * @param subject who
         * @param standing how it stands; what is left counts from {@code ticks}
         * @param ticks when, on the store's {@link #ticks()}
         */
        void onStanding(Subject subject, Standing standing, long ticks);

        /**
         * A subject is in the clear again: it was lifted, or has solved its challenge.
         *
         * @param subject who
         * @param ticks when, on the store's {@link #ticks()}
         * @param lifted whether its strikes were cleared too, so that refusals that others remember are void
         */
        void onClear(Subject subject, long ticks, boolean lifted);

        /** Changes may have been missed. */
        void onGap();

        /**
         * The store has lost what it kept, or the latest of it: as {@link #onGap()}, but that a ban is missing there does not
         * mean that somebody lifted it.
         */
        default void onLoss() {
            onGap();
        }
    }
}
