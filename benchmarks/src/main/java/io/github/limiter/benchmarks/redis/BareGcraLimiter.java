package io.github.limiter.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import java.util.concurrent.CompletionStage;

/** A script written by hand, for one token bucket. */
final class BareGcraLimiter implements RedisLimiter {

    private final LettuceScript script;
    private final String prefix;
    private final String incrementMicros;
    private final String capacityMicros;

    BareGcraLimiter(RedisClient client, String prefix, Quantity quantity) {
        this.script = new LettuceScript(client, "gcra.lua", ScriptOutputType.INTEGER);
        this.prefix = prefix;
        this.incrementMicros = Long.toString(quantity.incrementMicros());
        this.capacityMicros = Long.toString(quantity.incrementMicros() * quantity.limit());
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        CompletionStage<Long> retryAfter = script.run(new String[] {prefix + user}, incrementMicros, capacityMicros);
        return retryAfter.thenApply(micros -> micros == 0);
    }
}
