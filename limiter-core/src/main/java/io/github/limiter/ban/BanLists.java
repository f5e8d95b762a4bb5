package io.github.limiter.ban;

import io.github.limiter.ban.BanStore.Challenged;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What is on Redis about all subjects together: who is banned, challenged, to be reviewed, and who did what. */
final class BanLists {

    private static final int PAGE = 1_000;

    private final BanCalls calls;

    BanLists(BanCalls calls) {
        this.calls = calls;
    }

    CompletionStage<BanPage> list(@Nullable String cursor, int size, boolean reviewOnly) {
        BanCursor from = BanCursor.parse(cursor, size);
        String ends = from.until() == Long.MAX_VALUE ? "+inf" : Long.toString(from.until());
        String list = reviewOnly ? "review" : "bans";
        return calls.ofList(list, "list", ends, from.subject(), Integer.toString(size))
                .thenCompose(reply -> {
                    List<Subject> subjects = new ArrayList<>();
                    for (int i = 2; i < reply.size(); i += 2) {
                        subjects.add(Subject.ofText(BanCalls.at(reply, i), null));
                    }
                    String next = subjects.size() < size
                            ? null
                            : cursor(BanCalls.at(reply, reply.size() - 2), BanCalls.at(reply, reply.size() - 1));
                    return look(subjects).thenApply(bans -> {
                        List<Ban> page = subjects.stream()
                                .map(bans::get)
                                .filter(Objects::nonNull)
                                .filter(ban -> ban.needsReview() || !reviewOnly)
                                .toList();
                        return new BanPage(page, next, BanText.instant(BanCalls.at(reply, 0)));
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
        if (!calls.isCluster()) {
            return calls.of(subjects.stream().map(calls::keyOf).toList(), "look")
                    .thenApply(reply -> bans(subjects, reply));
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

    private CompletionStage<Optional<Ban>> find(Subject subject) {
        return calls.of(subject, "find").thenApply(reply -> BanCalls.ban(subject, reply));
    }

    private static Map<Subject, Ban> bans(List<Subject> subjects, List<@Nullable String> reply) {
        Map<Subject, Ban> bans = new HashMap<>();
        for (int i = 0; i < subjects.size(); i++) {
            String text = BanCalls.at(reply, i + 1);
            Ban ban = text.isEmpty() ? null : BanText.ban(subjects.get(i), text);
            if (ban != null) {
                bans.put(subjects.get(i), ban);
            }
        }
        return bans;
    }

    CompletionStage<List<Challenged>> challenged(int most) {
        return challenged("0", "", most, new ArrayList<>());
    }

    private CompletionStage<List<Challenged>> challenged(String ends, String after, int most, List<Challenged> all) {
        int size = Math.min(PAGE, most - all.size());
        return calls.ofList("challenges", "list", ends, after, Integer.toString(size))
                .thenCompose(reply -> {
                    long now = Long.parseLong(BanCalls.at(reply, 0));
                    for (int i = 1; i < reply.size(); i += 2) {
                        long left = Long.parseLong(BanCalls.at(reply, i)) - now;
                        if (left > 0) {
                            all.add(new Challenged(Subject.ofText(BanCalls.at(reply, i + 1), null), left));
                        }
                    }
                    boolean last = reply.size() < 1 + 2 * size || all.size() >= most;
                    return last
                            ? CompletableFuture.completedFuture(all)
                            : challenged(
                                    BanCalls.at(reply, reply.size() - 2),
                                    BanCalls.at(reply, reply.size() - 1),
                                    most,
                                    all);
                });
    }

    CompletionStage<List<AuditEntry>> audit(int most) {
        return calls.ofList("audit", "notes", Integer.toString(most))
                .thenApply(reply -> reply.stream()
                        .skip(1)
                        .map(Objects::requireNonNull)
                        .map(BanText::note)
                        .flatMap(Optional::stream)
                        .toList());
    }
}
