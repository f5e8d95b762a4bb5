package io.github.limiter.store.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.RedisException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls that were sent and have no answer. Once their connection is lost they fail: Lettuce drops what is done already
 * and would send the rest again on the next connection. Thread-safe.
 */
final class CallsUnderWay extends RedisConnectionStateAdapter {

    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();
    private volatile long lastAnswer = System.nanoTime();

    <T> CompletableFuture<T> add(CompletionStage<T> stage) {
        CompletableFuture<T> call = stage.toCompletableFuture();
        if (calls.isEmpty()) {
            lastAnswer = System.nanoTime();
        }
        calls.add(call);
        call.whenComplete((reply, failure) -> {
            calls.remove(call);
            lastAnswer = System.nanoTime();
        });
        return call;
    }

    /** Since when calls wait without any of them being answered. */
    long nanosWithoutAnswer() {
        return calls.isEmpty() ? 0 : System.nanoTime() - lastAnswer;
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
        failAll("the connection was lost; the script may have run");
    }

    void failAll(String reason) {
        for (CompletableFuture<?> call : calls) {
            call.completeExceptionally(new RedisException(reason));
        }
    }
}
