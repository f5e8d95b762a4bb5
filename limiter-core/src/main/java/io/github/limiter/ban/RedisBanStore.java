package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.NewsReaders;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.store.redis.BanScript;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.RuleText;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.subject.KeyText;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final String TOPIC = "ban";
    private static final String ALL = "";

    /** Tells followers nothing but to read everything anew. */
    private static final String READ_ALL = "read";

    private static final int PAGE = 1_000;

    /** Bans that are put back at a time. */
    private static final int BATCH = 200;

    private static final State[] STATES = State.values();
    private static final Change[] CHANGES = Change.values();

    private final ScriptExecutor executor;
    private final RedisNews news;
    private final String keyPrefix;
    private final @Nullable TimeSource clock;
    private final RedisScript work;
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
        this.executor = executor;
        this.news = news;
        this.keyPrefix = keyPrefix;
        this.clock = clock;
        this.work = BanScript.work(executor.isCluster());
    }

    private String keyOf(Subject subject) {
        return keyPrefix + '{' + subject.text() + "}:ban";
    }

    private String evidenceOf(Subject subject) {
        return keyPrefix + '{' + subject.text() + "}:evidence";
    }

    private CompletionStage<List<@Nullable String>> run(List<String> keys, String... arguments) {
        List<String> all = new ArrayList<>(arguments.length + 1);
        all.add(clock == null ? "" : Long.toString(clock.micros()));
        all.addAll(List.of(arguments));
        return executor.runForText(work, keys, all);
    }

    private CompletionStage<List<@Nullable String>> run(Subject subject, String... arguments) {
        return run(List.of(keyOf(subject)), arguments);
    }

    private CompletionStage<Void> runOnList(String list, String... arguments) {
        return run(List.of(keyPrefix + list), arguments).thenAccept(reply -> {});
    }

    private static String at(List<@Nullable String> reply, int index) {
        return Objects.requireNonNull(reply.get(index));
    }

    private static Standing standing(List<@Nullable String> reply) {
        long left = Long.parseLong(at(reply, 2));
        return new Standing(
                STATES[Integer.parseInt(at(reply, 1))],
                left < 0 ? Standing.PERMANENT : left,
                CHANGES[Integer.parseInt(at(reply, 3))],
                Long.parseLong(at(reply, 4)));
    }

    private static Optional<Ban> ban(Subject subject, List<@Nullable String> reply) {
        String text = reply.size() > 1 ? reply.get(1) : null;
        return text == null ? Optional.empty() : Optional.ofNullable(BanText.ban(subject, text));
    }

    @Override
    public long ticks() {
        return System.nanoTime() / 1_000;
    }

    @Override
    public CompletionStage<Standing> strike(Subject subject, BanRule rule, @Nullable String item) {
        String text = rules.of(rule, subject);
        long askedAt = ticks();
        return (item == null ? run(subject, "strike", text) : run(subject, "strike", text, KeyText.of(item)))
                .thenApply(RedisBanStore::standing)
                .thenCompose(after -> (after.change() == Change.BEGAN ? told(subject, after, askedAt) : done())
                        .thenApply(done -> after));
    }

    @Override
    public CompletionStage<Standing> challenge(Subject subject) {
        long askedAt = ticks();
        return run(subject, "challenge")
                .thenApply(RedisBanStore::standing)
                .thenCompose(after -> told(subject, after, askedAt).thenApply(done -> after));
    }

    @Override
    public CompletionStage<Standing> pardon(Subject subject) {
        String hour = Long.toString(Micros.of(Duration.ofHours(1)));
        return run(subject, "pardon", BanRule.LIMITED.name(), Integer.toString(PARDONS), hour)
                .thenApply(RedisBanStore::standing)
                .thenCompose(after -> (after.isClear() ? cleared(subject, false) : done()).thenApply(done -> after));
    }

    @Override
    public CompletionStage<Void> met(Subject address, Subject user, boolean struck) {
        return run(address, "met", user.text(), struck ? "1" : "0").thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Standing> standing(Subject subject) {
        return run(subject, "standing").thenApply(RedisBanStore::standing);
    }

    @Override
    public CompletionStage<Optional<Ban>> find(Subject subject) {
        return run(subject, "find").thenApply(reply -> ban(subject, reply));
    }

    @Override
    public CompletionStage<Ban> ban(Subject subject, @Nullable Duration duration, String reason, String by) {
        String length = duration == null ? "0" : Long.toString(Micros.of(duration));
        String person = PlainText.of(by, Ban.MAX_BY);
        String why = PlainText.of(reason, Ban.MAX_REASON);
        long askedAt = ticks();
        return run(subject, "ban", length, person, why, RuleText.value(subject)).thenCompose(reply -> {
            Ban ban = ban(subject, reply).orElseThrow();
            return told(subject, ban.standing(ban.start()), askedAt)
                    .thenCompose(done -> noted("BAN", subject, person, why))
                    .thenApply(done -> ban);
        });
    }

    @Override
    public CompletionStage<Optional<Ban>> lift(Subject subject, String by) {
        String person = PlainText.of(by, Ban.MAX_BY);
        return run(subject, "lift", person)
                .thenCompose(reply -> cleared(subject, true)
                        .thenCompose(done -> noted("LIFT", subject, person, ""))
                        .thenApply(done -> ban(subject, reply)));
    }

    @Override
    public CompletionStage<Optional<Ban>> confirm(Subject subject, String by) {
        String person = PlainText.of(by, Ban.MAX_BY);
        return run(subject, "confirm", person).thenCompose(reply -> {
            Optional<Ban> confirmed = ban(subject, reply);
            CompletionStage<Void> rest = confirmed.isEmpty()
                    ? done()
                    : announce(subject, confirmed.get().standing(BanText.instant(at(reply, 0))), confirmed)
                            .thenCompose(done -> noted("CONFIRM", subject, person, ""));
            return rest.thenApply(done -> confirmed);
        });
    }

    private static CompletionStage<Void> done() {
        return CompletableFuture.completedFuture(null);
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
        if (!executor.isCluster()) {
            return done();
        }
        String text = subject.text();
        CompletionStage<Void> gone = runOnList("challenges", "remove", text);
        if (lifted) {
            gone = gone.thenCompose(done -> runOnList("bans", "remove", text))
                    .thenCompose(done -> runOnList("review", "remove", text));
        }
        return gone.thenCompose(done -> news.publish(TOPIC, (lifted ? "lift\t" : "pardon\t") + text));
    }

    @Override
    public CompletionStage<Void> note(AuditEntry.Action action, Subject subject, String by, String reason) {
        AuditEntry plain = new AuditEntry(Instant.EPOCH, action, subject, by, reason);
        String line = String.join("\t", action.name(), subject.text(), plain.by(), plain.reason());
        return runOnList("audit", "note", line);
    }

    private CompletionStage<Void> noted(String action, Subject subject, String by, String reason) {
        return executor.isCluster()
                ? runOnList("audit", "note", String.join("\t", action, subject.text(), by, reason))
                : done();
    }

    @Override
    public CompletionStage<Void> announce(Subject subject, Standing standing) {
        if (standing.isBanned() && standing.change() == Change.NONE) {
            return relist(subject, standing);
        }
        return announceBegun(subject, standing);
    }

    private CompletionStage<Void> relist(Subject subject, Standing standing) {
        if (!executor.isCluster()) {
            return run(subject, "relist").thenAccept(reply -> {});
        }
        return run(List.of(keyPrefix + "bans"), "listed", subject.text())
                .thenCompose(reply -> at(reply, 1).equals("1") ? done() : announceBegun(subject, standing));
    }

    private CompletionStage<Void> announceBegun(Subject subject, Standing standing) {
        return executor.isCluster() && standing.isBanned()
                ? find(subject).thenCompose(ban -> announce(subject, standing, ban))
                : announce(subject, standing, Optional.empty());
    }

    private CompletionStage<Void> announce(Subject subject, Standing standing, Optional<Ban> ban) {
        if (!executor.isCluster() || standing.isClear()) {
            return done();
        }
        String text = subject.text();
        String left = left(standing);
        if (!standing.isBanned()) {
            return runOnList("challenges", "for", text, left)
                    .thenCompose(done -> news.publish(TOPIC, "challenge\t" + text + '\t' + left));
        }
        if (ban.isEmpty()) {
            return done();
        }
        return list(subject, ban.get()).thenCompose(done -> news.publish(TOPIC, "ban\t" + text + '\t' + left));
    }

    private static String left(Standing standing) {
        return Long.toString(standing.isPermanent() ? -1 : standing.left());
    }

    /** Where the script could not do so. */
    private CompletionStage<Void> list(Subject subject, Ban ban) {
        if (!executor.isCluster()) {
            return done();
        }
        var lapses = ban.lapses();
        String ends = lapses == null ? "0" : Long.toString(Micros.of(lapses));
        return runOnList("bans", "add", subject.text(), ends)
                .thenCompose(done -> ban.needsReview()
                        ? runOnList("review", "add", subject.text(), ends)
                        : runOnList("review", "remove", subject.text()));
    }

    @Override
    public CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly) {
        BanCursor from = BanCursor.parse(cursor, size);
        String ends = from.until() == Long.MAX_VALUE ? "+inf" : Long.toString(from.until());
        List<String> key = List.of(keyPrefix + (reviewOnly ? "review" : "bans"));
        return run(key, "list", ends, from.subject(), Integer.toString(size)).thenCompose(reply -> {
            List<Subject> subjects = new ArrayList<>();
            for (int i = 2; i < reply.size(); i += 2) {
                subjects.add(Subject.ofText(at(reply, i), null));
            }
            String next =
                    subjects.size() < size ? null : cursor(at(reply, reply.size() - 2), at(reply, reply.size() - 1));
            return look(subjects).thenApply(bans -> {
                List<Ban> page = subjects.stream()
                        .map(bans::get)
                        .filter(Objects::nonNull)
                        .filter(ban -> ban.needsReview() || !reviewOnly)
                        .toList();
                return new BanPage(page, next, BanText.instant(at(reply, 0)));
            });
        });
    }

    private static String cursor(String ends, String subject) {
        return new BanCursor(ends.equals("0") ? Long.MAX_VALUE : Long.parseLong(ends), subject).text();
    }

    private CompletionStage<Map<Subject, Ban>> look(List<Subject> subjects) {
        if (subjects.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        if (!executor.isCluster()) {
            return run(subjects.stream().map(this::keyOf).toList(), "look").thenApply(reply -> bans(subjects, reply));
        }
        Map<Subject, Ban> all = new HashMap<>();
        List<CompletableFuture<Optional<Ban>>> answers = subjects.stream()
                .map(subject -> find(subject).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> {
                    for (int i = 0; i < answers.size(); i++) {
                        Subject subject = subjects.get(i);
                        answers.get(i).join().ifPresent(ban -> all.put(subject, ban));
                    }
                    return all;
                });
    }

    private static Map<Subject, Ban> bans(List<Subject> subjects, List<@Nullable String> reply) {
        Map<Subject, Ban> bans = new HashMap<>();
        for (int i = 0; i < subjects.size(); i++) {
            String text = at(reply, i + 1);
            Ban ban = text.isEmpty() ? null : BanText.ban(subjects.get(i), text);
            if (ban != null) {
                bans.put(subjects.get(i), ban);
            }
        }
        return bans;
    }

    @Override
    public CompletionStage<List<Challenged>> challenged(int most) {
        return challenged("0", "", most, new ArrayList<>());
    }

    private CompletionStage<List<Challenged>> challenged(String ends, String after, int most, List<Challenged> all) {
        int size = Math.min(PAGE, most - all.size());
        return run(List.of(keyPrefix + "challenges"), "list", ends, after, Integer.toString(size))
                .thenCompose(reply -> {
                    long now = Long.parseLong(at(reply, 0));
                    for (int i = 1; i < reply.size(); i += 2) {
                        long left = Long.parseLong(at(reply, i)) - now;
                        if (left > 0) {
                            all.add(new Challenged(Subject.ofText(at(reply, i + 1), null), left));
                        }
                    }
                    boolean last = reply.size() < 1 + 2 * size || all.size() >= most;
                    return last
                            ? CompletableFuture.completedFuture(all)
                            : challenged(at(reply, reply.size() - 2), at(reply, reply.size() - 1), most, all);
                });
    }

    @Override
    public CompletionStage<Void> restore(Map<Subject, Standing> bans) {
        return restore(bans.entrySet().iterator(), false)
                .thenCompose(any -> any ? news.publish(TOPIC, READ_ALL) : done());
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
        return run(subject, "restore", left(standing), lapses, RuleText.value(subject))
                .thenCompose(reply -> {
                    Optional<Ban> restored = ban(subject, reply);
                    return (restored.isPresent() ? list(subject, restored.get()) : done())
                            .thenApply(done -> restored.isPresent());
                });
    }

    @Override
    public CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept) {
        return run(
                        List.of(evidenceOf(subject)),
                        "keep",
                        offence.rule(),
                        BanText.of(offence),
                        Integer.toString(Evidence.FIRST),
                        Integer.toString(Evidence.MOST),
                        Long.toString(Micros.of(kept)))
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Evidence> evidence(Subject subject) {
        return run(List.of(evidenceOf(subject)), "evidence").thenApply(reply -> {
            List<Offence> offences = new ArrayList<>();
            int at = 1;
            for (; !at(reply, at).isEmpty(); at++) {
                offences.add(BanText.offence(at(reply, at)));
            }
            Map<String, Long> strikes = new HashMap<>();
            for (at++; at < reply.size(); at += 2) {
                strikes.put(at(reply, at), Long.parseLong(at(reply, at + 1)));
            }
            return new Evidence(strikes, offences);
        });
    }

    @Override
    public CompletionStage<List<AuditEntry>> audit(int most) {
        return run(List.of(keyPrefix + "audit"), "notes", Integer.toString(most))
                .thenApply(reply -> reply.stream()
                        .skip(1)
                        .map(Objects::requireNonNull)
                        .map(BanText::note)
                        .flatMap(Optional::stream)
                        .toList());
    }

    @Override
    public void follow(Follower follower) {
        followers.add(ALL, follower);
        news.subscribe(TOPIC, new RedisNews.TimedReader() {
            @Override
            public void onNews(String text, long notBefore, long notAfter) {
                String[] fields = text.split("\t");
                Subject subject = Subject.ofText(fields[1], null);
                // In doubt it was later, so that what follows in the stream also comes after; and it ends sooner.
                long ticks = notAfter / 1_000;
                long doubt = ticks - notBefore / 1_000;
                switch (fields[0]) {
                    case "ban" -> follower.onStanding(subject, found(State.BANNED, fields[2], doubt), ticks);
                    case "challenge" -> follower.onStanding(subject, found(State.CHALLENGED, fields[2], doubt), ticks);
                    case "lift" -> follower.onClear(subject, ticks, true);
                    case "pardon" -> follower.onClear(subject, ticks, false);
                    default -> follower.onGap();
                }
            }

            @Override
            public void onGap() {
                follower.onGap();
            }

            @Override
            public void onLoss() {
                follower.onLoss();
            }
        });
    }

    private static Standing found(State state, String left, long doubt) {
        long micros = Long.parseLong(left);
        return Standing.found(state, micros < 0 ? Standing.PERMANENT : Math.max(0, micros - doubt));
    }

    @Override
    public boolean isCurrent() {
        return news.isCurrent();
    }
}
