package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.NewsReaders;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.store.redis.RuleText;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.subject.KeyText;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Strikes and bans on Redis, for all nodes together; the same ones that the decisions of a
 * {@link io.github.limiter.store.redis.RedisStore} count. Each step is one script call on the slot of its subject. On one
 * node it also tells the others and keeps the lists; on a cluster the node that asked does so afterwards, so that a list
 * may for a moment lack a ban that holds. Thread-safe.
 */
public final class RedisBanStore implements BanStore {

    private static final String ALL = "";

    /** Bans that are put back at a time. */
    private static final int BATCH = 200;

    private final RedisNews news;
    private final BanCalls calls;
    private final BanHerald herald;
    private final BanLists lists;
    private final BanFiles files;
    private final RuleText rules = new RuleText();
    private final NewsReaders<Follower> followers = new NewsReaders<>();

    /**
     * A store on the clock of the server.
     *
     * @param executor runs the scripts; not closed with this
     * @param news of the same nodes; begun by the caller
     * @param keyPrefix of all keys; without braces
     */
    public RedisBanStore(ScriptExecutor executor, RedisNews news, String keyPrefix) {
        this(executor, news, keyPrefix, null);
    }

    /**
     * A store on a clock of its caller's, for tests: then keys live for a minute at least.
     *
     * @param executor runs the scripts; not closed with this
     * @param news of the same nodes
     * @param keyPrefix of all keys; without braces
     * @param clock the time of all strikes and bans; null for the server's
     */
    public RedisBanStore(ScriptExecutor executor, RedisNews news, String keyPrefix, @Nullable TimeSource clock) {
        this.news = news;
        this.calls = new BanCalls(executor, keyPrefix, clock);
        this.herald = new BanHerald(calls, news);
        this.lists = new BanLists(calls);
        this.files = new BanFiles(calls);
    }

    @Override
    public long ticks() {
        return System.nanoTime() / 1_000;
    }

    @Override
    public CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item) {
        String text = rules.of(rule, subject);
        long askedAt = ticks();
        return (item == null ? calls.of(subject, "strike", text) : calls.of(subject, "strike", text, KeyText.of(item)))
                .thenApply(BanCalls::standing)
                .thenCompose(after -> (after.change() == Change.BEGAN ? told(subject, after, askedAt) : BanCalls.done())
                        .thenApply(done -> after));
    }

    @Override
    public CompletionStage<Standing> challenge(Subject subject) {
        long askedAt = ticks();
        return calls.of(subject, "challenge")
                .thenApply(BanCalls::standing)
                .thenCompose(after -> told(subject, after, askedAt).thenApply(done -> after));
    }

    @Override
    public CompletionStage<Standing> pardon(Subject subject) {
        String hour = Long.toString(Micros.of(Duration.ofHours(1)));
        return calls.of(subject, "pardon", BanRule.LIMITED.name(), Integer.toString(PARDONS), hour)
                .thenApply(BanCalls::standing)
                .thenCompose(after ->
                        (after.isClear() ? cleared(subject, false) : BanCalls.done()).thenApply(done -> after));
    }

    @Override
    public CompletionStage<Void> met(Subject address, Subject user, boolean struck) {
        return calls.of(address, "met", user.text(), struck ? "1" : "0").thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Standing> standing(Subject subject) {
        return calls.of(subject, "standing").thenApply(BanCalls::standing);
    }

    @Override
    public CompletionStage<Optional<Ban>> find(Subject subject) {
        return calls.of(subject, "find").thenApply(reply -> BanCalls.ban(subject, reply));
    }

    @Override
    public CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by) {
        String length = duration == null ? "0" : Long.toString(Micros.of(duration));
        String person = PlainText.of(by, Ban.MAX_BY);
        String why = PlainText.of(reason, Ban.MAX_REASON);
        long askedAt = ticks();
        return calls.of(subject, "ban", length, person, why, RuleText.value(subject))
                .thenCompose(reply -> {
                    Ban ban = BanCalls.ban(subject, reply).orElseThrow();
                    return told(subject, ban.standing(ban.start()), askedAt)
                            .thenCompose(done -> herald.noted("BAN", subject, person, why))
                            .thenApply(done -> ban);
                });
    }

    @Override
    public CompletionStage<Optional<Ban>> lift(Subject subject, String by) {
        String person = PlainText.of(by, Ban.MAX_BY);
        return calls.of(subject, "lift", person)
                .thenCompose(reply -> cleared(subject, true)
                        .thenCompose(done -> herald.noted("LIFT", subject, person, ""))
                        .thenApply(done -> BanCalls.ban(subject, reply)));
    }

    @Override
    public CompletionStage<Optional<Ban>> confirm(Subject subject, String by) {
        String person = PlainText.of(by, Ban.MAX_BY);
        return calls.of(subject, "confirm", person).thenCompose(reply -> {
            Optional<Ban> confirmed = BanCalls.ban(subject, reply);
            CompletionStage<Void> rest = confirmed.isEmpty()
                    ? BanCalls.done()
                    : herald.announce(
                                    subject,
                                    confirmed.get().standing(BanText.instant(BanCalls.at(reply, 0))),
                                    confirmed)
                            .thenCompose(done -> herald.noted("CONFIRM", subject, person, ""));
            return rest.thenApply(done -> confirmed);
        });
    }

    /** This node knows at once; where the script could not tell the others, they are told now. */
    private CompletionStage<Void> told(Subject subject, Standing after, long askedAt) {
        Standing found = Standing.found(after.state(), after.left());
        followers.tellAll(follower -> follower.onStanding(subject, found, askedAt));
        return announceBegun(subject, found);
    }

    private CompletionStage<Void> cleared(Subject subject, boolean lifted) {
        long now = ticks();
        followers.tellAll(follower -> follower.onClear(subject, now, lifted));
        return herald.cleared(subject, lifted);
    }

    @Override
    public CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason) {
        AuditEntry plain = new AuditEntry(Instant.EPOCH, action, subject, by, reason);
        String line = String.join("\t", action.name(), subject.text(), plain.by(), plain.reason());
        return calls.toList("audit", "note", line);
    }

    @Override
    public CompletionStage<Void> announce(Subject subject, Standing standing) {
        if (standing.isBanned() && standing.change() == Change.NONE) {
            return relist(subject, standing);
        }
        return announceBegun(subject, standing);
    }

    private CompletionStage<Void> relist(Subject subject, Standing standing) {
        if (!calls.isCluster()) {
            return calls.of(subject, "relist").thenAccept(reply -> {});
        }
        return calls.ofList("bans", "listed", subject.text())
                .thenCompose(reply ->
                        BanCalls.at(reply, 1).equals("1") ? BanCalls.done() : announceBegun(subject, standing));
    }

    private CompletionStage<Void> announceBegun(Subject subject, Standing standing) {
        return calls.isCluster() && standing.isBanned()
                ? find(subject).thenCompose(ban -> herald.announce(subject, standing, ban))
                : herald.announce(subject, standing, Optional.empty());
    }

    @Override
    public CompletionStage<Void> restore(Map<Subject, Standing> bans) {
        return restore(bans.entrySet().iterator(), false).thenCompose(any -> any ? herald.readAll() : BanCalls.done());
    }

    private CompletionStage<Boolean> restore(Iterator<Map.Entry<Subject, Standing>> rest, boolean any) {
        if (!rest.hasNext()) {
            return CompletableFuture.completedFuture(any);
        }
        CompletionStage<Boolean> batch = CompletableFuture.completedFuture(any);
        for (int i = 0; i < BATCH && rest.hasNext(); i++) {
            Map.Entry<Subject, Standing> ban = rest.next();
            batch = batch.thenCombine(restore(ban.getKey(), ban.getValue()), Boolean::logicalOr);
        }
        return batch.thenCompose(restored -> restore(rest, restored));
    }

    private CompletionStage<Boolean> restore(Subject subject, Standing standing) {
        String lapses = subject.dimension().equals(Dimensions.IP) ? "1" : "0";
        return calls.of(subject, "restore", BanHerald.left(standing), lapses, RuleText.value(subject))
                .thenCompose(reply -> {
                    Optional<Ban> restored = BanCalls.ban(subject, reply);
                    return (restored.isPresent() ? herald.list(subject, restored.get()) : BanCalls.done())
                            .thenApply(done -> restored.isPresent());
                });
    }

    @Override
    public CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly) {
        return lists.list(cursor, size, reviewOnly);
    }

    @Override
    public CompletionStage<List<Challenged>> challenged(int most) {
        return lists.challenged(most);
    }

    @Override
    public CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept) {
        return files.keep(subject, offence, kept);
    }

    @Override
    public CompletionStage<Evidence> evidence(Subject subject) {
        return files.evidence(subject);
    }

    @Override
    public CompletionStage<List<AuditEntry>> audit(int most) {
        return lists.audit(most);
    }

    @Override
    public void follow(Follower follower) {
        followers.add(ALL, follower);
        news.subscribe(BanHerald.TOPIC, new BanNews(follower));
    }

    @Override
    public boolean isCurrent() {
        return news.isCurrent();
    }
}
