package io.github.limiter.store.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** For stores that are refused before they ask anything. */
class NoExecutor implements ScriptExecutor {

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        throw new AssertionError("asked to run a script");
    }

    @Override
    public CompletionStage<List<String>> runForText(RedisScript script, List<String> keys, List<String> arguments) {
        throw new AssertionError("asked to run a script");
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        throw new AssertionError("asked to load a script");
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public void close() {}
}
