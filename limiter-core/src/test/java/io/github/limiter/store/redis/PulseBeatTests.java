package io.github.limiter.store.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A node's heart does not stop. */
class PulseBeatTests {

    @Test
    void beatsOnThoughARunFailsAndAnotherNeverEnds() {
        AtomicInteger runs = new AtomicInteger();
        ScriptExecutor executor = new NoExecutor() {
            @Override
            public CompletionStage<List<Long>> run(RedisScript script, List<String> keys, List<String> arguments) {
                return switch (runs.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("closed");
                    case 2 -> CompletableFuture.failedFuture(new IllegalStateException("refused"));
                    case 3 -> new CompletableFuture<>();
                    default -> CompletableFuture.completedFuture(List.of(7L));
                };
            }
        };
        try (Pulse pulse = new Pulse(executor, "test:", "test")) {
            pulse.start(() -> {});

            Await.until("the number of nodes arrives", () -> pulse.liveNodes() == 7);
        }
    }
}
