package io.github.limiter.store.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.RedisException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls that have no answer yet. Once their connection is lost they fail: Lettuce drops what is done already and would
 * send the rest again on the next connection. It does not with a connection that was closed on purpose, so one of those
 * is no matter; a cluster client closes some with each look at the topology. Thread-safe.
 */
final class CallsUnderWay extends RedisConnectionStateAdapter {

    private final Set<CompletableFuture<?>> calls = ConcurrentHashMap.newKeySet();

    /** To be told before the call is sent, or it could be lost in between. */
    void add(CompletableFuture<?> call) {
        calls.add(call);
        call.whenComplete((reply, failure) -> calls.remove(call));
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
        if (connection.isClosed()) {
            return;
        }
        for (CompletableFuture<?> call : calls) {
            call.completeExceptionally(new RedisException("the connection was lost; the script may have run"));
        }
    }
}
