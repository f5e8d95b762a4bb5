package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the table as the store is: read whole where there is a gap, then told each change. If the store has lost its data,
 * what this node knows holds on, and is put back: that nobody can say any more why somebody was banned lifts no ban.
 */
final class LocalCopy implements BanStore.Follower {

    private static final Logger log = LoggerFactory.getLogger(Bans.class);
    private static final int PAGE = 1_000;
    private static final long DAY_NANOS = TimeUnit.DAYS.toNanos(1);
    private static final long PATIENCE_SECONDS = 30;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** On the timer itself, as it only sends: the common pool may be busy with an application's tasks. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run);

    private final BanStore store;
    private final BanTable table;
    private final Repeats repeats;
    private boolean reading;
    private boolean missed;
    private boolean lost;
    private volatile boolean complete;
    private volatile long lastAttempt = System.nanoTime();

    LocalCopy(BanStore store, BanTable table, Repeats repeats) {
        this.store = store;
        this.table = table;
        this.repeats = repeats;
    }

    /**
     * Whether all was read since the last gap. Reads again, now and then, if that failed; and once a day, since bans that
     * nobody has confirmed lapse without a word.
     */
    boolean isComplete() {
        long age = System.nanoTime() - lastAttempt;
        if (age > (complete ? DAY_NANOS : PAUSE_NANOS)) {
            readAgain();
        }
        return complete;
    }

    private synchronized void readAgain() {
        if (!reading) {
            read();
        }
    }

    @Override
    public void onStanding(Subject subject, Standing standing, long ticks) {
        table.put(subject, standing, ticks);
    }

    @Override
    public void onClear(Subject subject, long ticks, boolean lifted) {
        table.clear(subject, ticks);
        if (lifted) {
            repeats.forgetAll();
        }
    }

    @Override
    public synchronized void onLoss() {
        log.error(
                "Redis has lost its data: the {} bans and challenges that this node knows hold on; it puts the bans back,"
                        + " without evidence and strikes, which nobody knows any more",
                table.size());
        lost = true;
        onGap();
    }

    /** One after another, under a flood of news, must not keep the store busy: the second one is read a little later. */
    @Override
    public synchronized void onGap() {
        complete = false;
        repeats.forgetAll();
        if (reading) {
            missed = true;
        } else {
            read();
        }
    }

    private void read() {
        reading = true;
        lastAttempt = System.nanoTime();
        int number = table.reload();
        boolean afterLoss = lost;
        readBans(null)
                .thenCompose(done -> readChallenges())
                .thenCompose(done -> finished(number, afterLoss))
                .toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .whenComplete((isLatest, failure) -> ended(isLatest, failure));
    }

    /** Whether what was read is all there is to know. */
    private CompletionStage<Boolean> finished(int number, boolean afterLoss) {
        if (!afterLoss) {
            return CompletableFuture.completedFuture(table.reloaded(number));
        }
        return table.reloadedAfterLoss(number)
                ? store.restore(table.lostBans(store.ticks())).thenApply(done -> true)
                : CompletableFuture.completedFuture(false);
    }

    private synchronized void ended(@Nullable Boolean isLatest, @Nullable Throwable failure) {
        if (failure != null) {
            log.debug("The bans cannot be read", failure);
        } else if (Boolean.TRUE.equals(isLatest) && !missed) {
            complete = true;
            lost = false;
        }
        reading = missed;
        if (missed) {
            missed = false;
            LATER.execute(this::readLate);
        }
    }

    private synchronized void readLate() {
        read();
    }

    private CompletionStage<Void> readChallenges() {
        long askedAt = store.ticks();
        int most = table.bound();
        return store.challenged(most).thenAccept(all -> {
            all.forEach(one -> table.put(one.subject(), Standing.found(State.CHALLENGED, one.left()), askedAt));
            if (all.size() >= most) {
                table.overflow();
            }
        });
    }

    private CompletionStage<Void> readBans(@Nullable String cursor) {
        long askedAt = store.ticks();
        return store.list(cursor, PAGE, false).thenCompose(page -> {
            page.bans().forEach(ban -> table.put(ban.subject(), ban.standing(page.asOf()), askedAt));
            String next = page.next();
            if (next != null && table.isFull(store::ticks)) {
                table.overflow();
                next = null;
            }
            return next == null ? CompletableFuture.completedFuture(null) : readBans(next);
        });
    }
}
