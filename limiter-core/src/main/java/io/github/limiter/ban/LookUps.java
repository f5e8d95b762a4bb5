package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store about subjects of whom this node cannot be certain. Answers are kept: bans in the table, the rest for a
 * second. A store that does not answer bans nobody, and is left alone for a second then.
 */
final class LookUps {

    private static final Logger log = LoggerFactory.getLogger(Bans.class);
    private static final int MOST_AT_ONCE = 1_000;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BanStore store;
    private final BanTable table;
    private final Duration deadline;
    private final CleanSubjects clean = new CleanSubjects();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long pausedUntil = System.nanoTime();

    LookUps(BanStore store, BanTable table, Duration deadline) {
        this.store = store;
        this.table = table;
        this.deadline = deadline;
    }

    CompletionStage<Standing> ask(Subject subject) {
        long askedAt = store.ticks();
        if (clean.contains(subject, askedAt) || pausedUntil - System.nanoTime() > 0 || underWay.get() >= MOST_AT_ONCE) {
            return CompletableFuture.completedFuture(Standing.CLEAR);
        }
        underWay.incrementAndGet();
        return answer(subject).handle((standing, failure) -> {
            underWay.decrementAndGet();
            if (failure != null) {
                pausedUntil = System.nanoTime() + PAUSE_NANOS;
                log.debug("It cannot be said how {} stands", subject, failure);
                return Standing.CLEAR;
            }
            if (standing.isClear()) {
                clean.add(subject, askedAt);
            } else {
                table.put(subject, standing, askedAt);
            }
            return standing;
        });
    }

    private CompletableFuture<Standing> answer(Subject subject) {
        try {
            CompletableFuture<Standing> answer = store.standing(subject).toCompletableFuture();
            return answer.isDone() ? answer : answer.copy().orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
