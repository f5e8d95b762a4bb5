package io.github.limiter.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;

/** The script of Spring Cloud Gateway's {@code RedisRateLimiter}, from its own jar, called as the gateway does. */
final class GatewayLimiter implements RedisLimiter {

    private final LettuceScript script;
    private final String prefix;
    private final String rate;
    private final String capacity;

    GatewayLimiter(RedisClient client, String prefix, Quantity quantity) {
        this.script = new LettuceScript(client, "/META-INF/scripts/request_rate_limiter.lua", ScriptOutputType.MULTI);
        this.prefix = prefix;
        double perSecond = quantity.limit() * 1e9 / quantity.window().toNanos();
        this.rate = String.format(Locale.ROOT, "%.9f", perSecond);
        this.capacity = Integer.toString(quantity.limit());
    }

    @Override
    public CompletionStage<Boolean> ask(String user) {
        String[] keys = {prefix + "{" + user + "}.tokens", prefix + "{" + user + "}.timestamp"};
        CompletionStage<List<Long>> reply = script.run(keys, rate, capacity, "", "1");
        return reply.thenApply(numbers -> numbers.get(0) == 1);
    }
}
