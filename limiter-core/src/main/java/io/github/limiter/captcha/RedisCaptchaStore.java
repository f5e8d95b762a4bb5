package io.github.limiter.captcha;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.store.redis.RedisScript;
import io.github.limiter.store.redis.ScriptExecutor;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps challenges and passes on Redis, for all nodes together. Each step is one script call on one slot. Thread-safe.
 *
 * <p>Challenges lie in 256 buckets, by their ids, which are random; each bucket holds its share of the bound at most. So a
 * million of them take no more memory than the bound, without a place that all would have to go through.
 */
public final class RedisCaptchaStore implements CaptchaStore {

    private static final int BUCKETS = 256;
    private static final int FIELDS = 3;

    /** Longer than a decision waits: people wait for a picture, and nothing stands in for it. */
    private static final long PATIENCE_MILLIS = 1_000;

    private final RedisScript keep = script("captcha_keep.lua");
    private final RedisScript take = script("captcha_take.lua");
    private final RedisScript count = script("captcha_count.lua");
    private final RedisScript grant = script("pass_grant.lua");
    private final RedisScript accept = script("pass_accept.lua");
    private final RedisScript revoke = script("pass_revoke.lua");
    private final ScriptExecutor executor;
    private final String keyPrefix;
    private final String boundOfBucket;
    private final @Nullable TimeSource clock;

    /**
     * A store on the clock of the server.
     *
     * @param executor runs the scripts; not closed with this
     * @param keyPrefix of all keys; without braces
     * @param bound challenges kept at most, by all nodes together; at least 256
     */
    public RedisCaptchaStore(ScriptExecutor executor, String keyPrefix, int bound) {
        this(executor, keyPrefix, bound, null);
    }

    /** On a clock of the test's; null: the server's. */
    RedisCaptchaStore(ScriptExecutor executor, String keyPrefix, int bound, @Nullable TimeSource clock) {
        this.executor = executor;
        this.keyPrefix = keyPrefix;
        this.boundOfBucket = Integer.toString(Math.max(1, bound / BUCKETS));
        this.clock = clock;
    }

    private static RedisScript script(String file) {
        return new RedisScript(lua("common.lua") + '\n' + lua(file));
    }

    private static String lua(String file) {
        return LuaSource.read(RedisCaptchaStore.class, "/io/github/limiter/lua/" + file);
    }

    @Override
    public CompletionStage<Void> keep(Challenge challenge) {
        String bucket = bucketOf(challenge.id());
        return run(
                        keep,
                        List.of(bucket, bucket + ":order"),
                        challenge.id(),
                        challenge.attempts() + " " + challenge.provider() + " " + challenge.secret(),
                        Long.toString(challenge.lifetime()),
                        boundOfBucket)
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Optional<Challenge>> take(String id) {
        return executor.runForText(take, List.of(bucketOf(id)), arguments(id))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(reply -> reply.isEmpty()
                        ? Optional.empty()
                        : Optional.of(read(id, String.valueOf(reply.get(0)), String.valueOf(reply.get(1)))));
    }

    private static Challenge read(String id, String left, String rest) {
        String[] fields = rest.split(" ", FIELDS);
        return new Challenge(id, fields[1], fields[2], Integer.parseInt(fields[0]), Long.parseLong(left));
    }

    private String bucketOf(String id) {
        return keyPrefix + "{captcha:" + Math.floorMod(id.hashCode(), BUCKETS) + "}:challenges";
    }

    @Override
    public CompletionStage<Boolean> count(
            Subject who, Misstep misstep, int allowed, Duration window, Duration spacing) {
        return run(
                        count,
                        List.of(keyPrefix + '{' + who.text() + "}:" + misstep.keyText()),
                        Integer.toString(allowed),
                        micros(window),
                        micros(spacing))
                .thenApply(reply -> reply.get(0) == 1);
    }

    @Override
    public CompletionStage<Void> grant(String pass, Duration lifetime) {
        return run(grant, List.of(keyOf(pass)), micros(lifetime)).thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<Boolean> accept(String pass, Holder holder, int networks) {
        String user = holder.user();
        return run(accept, List.of(keyOf(pass)), user == null ? "" : user, holder.network(), Integer.toString(networks))
                .thenApply(reply -> reply.get(0) == 1);
    }

    @Override
    public CompletionStage<Void> revoke(String pass) {
        return run(revoke, List.of(keyOf(pass))).thenAccept(reply -> {});
    }

    private String keyOf(String pass) {
        return keyPrefix + "{pass:" + pass + "}:pass";
    }

    private CompletionStage<List<Long>> run(RedisScript script, List<String> keys, String... arguments) {
        return executor.run(script, keys, arguments(arguments))
                .toCompletableFuture()
                .copy()
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private List<String> arguments(String... more) {
        List<String> arguments = new ArrayList<>();
        arguments.add(clock == null ? "" : Long.toString(clock.micros()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private static String micros(Duration duration) {
        return Long.toString(duration.toNanos() / 1_000);
    }
}
