package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.store.redis.RedisNews;
import io.github.limiter.subject.Subject;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Tells other nodes and keeps the lists where scripts cannot, which reach the keys of one subject only: on a cluster. */
final class BanHerald {

    static final String TOPIC = "ban";

    /** Tells followers nothing but to read everything anew. */
    private static final String READ_ALL = "read";

    private final BanCalls calls;
    private final RedisNews news;

    BanHerald(BanCalls calls, RedisNews news) {
        this.calls = calls;
        this.news = news;
    }

    CompletionStage<Void> readAll() {
        return news.publish(TOPIC, READ_ALL);
    }

    CompletionStage<Void> cleared(Subject subject, boolean lifted) {
        if (!calls.isCluster()) {
            return BanCalls.done();
        }
        String text = subject.text();
        CompletionStage<Void> gone = calls.toList("challenges", "remove", text);
        if (lifted) {
            gone = gone.thenCompose(done -> calls.toList("bans", "remove", text))
                    .thenCompose(done -> calls.toList("review", "remove", text));
        }
        return gone.thenCompose(done -> news.publish(TOPIC, (lifted ? "lift\t" : "pardon\t") + text));
    }

    CompletionStage<Void> noted(String action, Subject subject, String by, String reason) {
        return calls.isCluster()
                ? calls.toList("audit", "note", String.join("\t", action, subject.text(), by, reason))
                : BanCalls.done();
    }

    CompletionStage<Void> announce(Subject subject, Standing standing, Optional<Ban> ban) {
        if (!calls.isCluster() || standing.isClear()) {
            return BanCalls.done();
        }
        String text = subject.text();
        String left = left(standing);
        if (!standing.isBanned()) {
            return calls.toList("challenges", "for", text, left)
                    .thenCompose(done -> news.publish(TOPIC, "challenge\t" + text + '\t' + left));
        }
        if (ban.isEmpty()) {
            return BanCalls.done();
        }
        return list(subject, ban.get()).thenCompose(done -> news.publish(TOPIC, "ban\t" + text + '\t' + left));
    }

    static String left(Standing standing) {
        return Long.toString(standing.isPermanent() ? -1 : standing.left());
    }

    CompletionStage<Void> list(Subject subject, Ban ban) {
        if (!calls.isCluster()) {
            return BanCalls.done();
        }
        var lapses = ban.lapses();
        String ends = lapses == null ? "0" : Long.toString(Micros.of(lapses));
        return calls.toList("bans", "add", subject.text(), ends)
                .thenCompose(done -> ban.needsReview()
                        ? calls.toList("review", "add", subject.text(), ends)
                        : calls.toList("review", "remove", subject.text()));
    }
}
