package io.github.limiter.store.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Passes everything on to an executor, which stays open when a store is closed. */
class SharedExecutor implements ScriptExecutor {

    private final ScriptExecutor executor;

    SharedExecutor(ScriptExecutor executor) {
        this.executor = executor;
    }

    @Override
    public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
        return executor.run(script, keys, arguments);
    }

    @Override
    public CompletionStage<List<String>> runForText(RedisScript script, List<String> keys, List<String> arguments) {
        return executor.runForText(script, keys, arguments);
    }

    @Override
    public CompletionStage<Void> load(RedisScript script) {
        return executor.load(script);
    }

    @Override
    public boolean isCluster() {
        return executor.isCluster();
    }

    @Override
    public void close() {}
}
