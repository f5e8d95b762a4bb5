package io.github.limiter.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** The sliding window on a sorted set that articles recommend. */
final class SortedSetLimiter implements RedisLimiter {

    private final LettuceScript script;
    private final AtomicLong calls = new AtomicLong();
    private final String prefix;
    private final String windowMillis;
    private final String limit;

    SortedSetLimiter(RedisClient client, String prefix, Quantity quantity) {
        this.script = new LettuceScript(client, "zset_window.lua", ScriptOutputType.INTEGER);
        this.prefix = prefix;
        this.windowMillis = Long.toString(quantity.window().toMillis());
        this.limit = Integer.toString(quantity.limit());
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        long now = System.currentTimeMillis();
        String member = now + "-" + calls.incrementAndGet();
        CompletionStage<Long> admitted =
                script.run(new String[] {prefix + user}, Long.toString(now), windowMillis, limit, member);
        return admitted.thenApply(number -> number == 1);
    }
}
