package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that cannot be reached. */
final class FailingBanStore implements BanStore {

    private static <T> CompletionStage<T> fails() {
        return CompletableFuture.failedStage(new IllegalStateException("down"));
    }

    @Override
    public long ticks() {
        return System.nanoTime() / 1_000;
    }

    @Override
    public CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item) {
        return fails();
    }

    @Override
    public CompletionStage<Standing> challenge(Subject subject) {
        return fails();
    }

    @Override
    public CompletionStage<Standing> pardon(Subject subject) {
        return fails();
    }

    @Override
    public CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by) {
        return fails();
    }

    @Override
    public CompletionStage<Optional<Ban>> lift(Subject subject, String by) {
        return fails();
    }

    @Override
    public CompletionStage<Optional<Ban>> confirm(Subject subject, String by) {
        return fails();
    }

    @Override
    public CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason) {
        return fails();
    }

    @Override
    public CompletionStage<Void> met(Subject address, Subject user, boolean struck) {
        return fails();
    }

    @Override
    public CompletionStage<Standing> standing(Subject subject) {
        return fails();
    }

    @Override
    public CompletionStage<Optional<Ban>> find(Subject subject) {
        return fails();
    }

    @Override
    public CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly) {
        return fails();
    }

    @Override
    public CompletionStage<List<Challenged>> challenged(int most) {
        return fails();
    }

    @Override
    public CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept) {
        return fails();
    }

    @Override
    public CompletionStage<Evidence> evidence(Subject subject) {
        return fails();
    }

    @Override
    public CompletionStage<List<AuditEntry>> audit(int most) {
        return fails();
    }

    @Override
    public CompletionStage<Void> announce(Subject subject, Standing standing) {
        return fails();
    }

    @Override
    public void follow(Follower follower) {
        follower.onGap();
    }

    @Override
    public boolean isCurrent() {
        return false;
    }
}
