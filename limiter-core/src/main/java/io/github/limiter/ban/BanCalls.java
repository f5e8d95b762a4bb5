package io.github.limiter.ban;

import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.store.redis.BanScript;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls of bans.lua, and its replies. Thread-safe. */
final class BanCalls {

    private static final State[] STATES = State.values();
    private static final Change[] CHANGES = Change.values();

    private final ScriptExecutor executor;
    private final String keyPrefix;
    private final @Nullable TimeSource clock;
    private final RedisScript work;

    BanCalls(ScriptExecutor executor, String keyPrefix, @Nullable TimeSource clock) {
        this.executor = executor;
        this.keyPrefix = keyPrefix;
        this.clock = clock;
        this.work = BanScript.work(executor.isCluster());
    }

    /** Where a script reaches the keys of one subject only. */
    boolean isCluster() {
        return executor.isCluster();
    }

    String keyOf(Subject subject) {
        return keyPrefix + '{' + subject.text() + "}:ban";
    }

    String evidenceOf(Subject subject) {
        return keyPrefix + '{' + subject.text() + "}:evidence";
    }

    CompletionStage<List<@Nullable String>> of(List<String> keys, String... arguments) {
        List<String> all = new ArrayList<>(arguments.length + 1);
        all.add(clock == null ? "" : Long.toString(clock.micros()));
        all.addAll(List.of(arguments));
        return executor.runForText(work, keys, all);
    }

    CompletionStage<List<@Nullable String>> of(Subject subject, String... arguments) {
        return of(List.of(keyOf(subject)), arguments);
    }

    CompletionStage<List<@Nullable String>> ofList(String list, String... arguments) {
        return of(List.of(keyPrefix + list), arguments);
    }

    CompletionStage<Void> toList(String list, String... arguments) {
        return ofList(list, arguments).thenAccept(reply -> {});
    }

    static CompletionStage<Void> done() {
        return CompletableFuture.completedFuture(null);
    }

    static String at(List<@Nullable String> reply, int index) {
        return Objects.requireNonNull(reply.get(index));
    }

    static Standing standing(List<@Nullable String> reply) {
        long left = Long.parseLong(at(reply, 2));
        return new Standing(
                STATES[Integer.parseInt(at(reply, 1))],
                left < 0 ? Standing.PERMANENT : left,
                CHANGES[Integer.parseInt(at(reply, 3))],
                Long.parseLong(at(reply, 4)));
    }

    static Optional<Ban> ban(Subject subject, List<@Nullable String> reply) {
        String text = reply.size() > 1 ? reply.get(1) : null;
        return text == null ? Optional.empty() : Optional.ofNullable(BanText.ban(subject, text));
    }
}
