package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** All nodes together never admit more than the limit, and all of it, however they press on one key. */
class HotKeyTests {

    private static final int LIMIT = 1_000;
    private static final List<String> ALGORITHMS = List.of(Algorithms.SLIDING_WINDOW, Algorithms.TOKEN_BUCKET);
    private static final int CALLERS = 8;
    private static final int CALLS_A_CALLER = 100;

    /** A node: prints how many calls it got through. */
    public static final class Node {

        private Node() {}

        /**
         * Calls from several threads at once.
         *
         * @param arguments client, URI, prefix
         */
        public static void main(String[] arguments) {
            try (Client.Connection connection = Client.valueOf(arguments[0]).connect(arguments[1])) {
                RedisStore store = new RedisStore(connection.executor(), arguments[2], Stores.ALGORITHMS);
                for (String algorithm : ALGORITHMS) {
                    List<CompletableFuture<Long>> callers = IntStream.range(0, CALLERS)
                            .mapToObj(i -> CompletableFuture.supplyAsync(
                                    () -> admitted(store, limit(algorithm)), task -> new Thread(task).start()))
                            .toList();
                    System.out.println(algorithm + " admitted "
                            + callers.stream()
                                    .mapToLong(CompletableFuture::join)
                                    .sum());
                }
            }
        }

        private static long admitted(RedisStore store, TestLimit limit) {
            return IntStream.range(0, CALLS_A_CALLER)
                    .mapToObj(i -> Decisions.call(store, limit, 1))
                    .filter(LimitResult::charged)
                    .count();
        }
    }

    /** Nothing comes back while the test runs. */
    private static TestLimit limit(String algorithm) {
        return TestLimit.of(algorithm, Quota.of(LIMIT, Duration.ofDays(366))).named(algorithm);
    }

    @Test
    void neverExceedsTheLimit() throws Exception {
        String prefix = TestRedis.newPrefix();
        List<String> outputs = NodeProcesses.run(Node.class, TestRedis.uri(), prefix);

        assertThat(outputs.size() * CALLERS * CALLS_A_CALLER).isGreaterThan(LIMIT);
        for (String algorithm : ALGORITHMS) {
            assertThat(outputs.stream().mapToLong(output -> admitted(algorithm, output)))
                    .as(algorithm)
                    .allMatch(admitted -> admitted > 0)
                    .satisfies(admitted -> assertThat(
                                    admitted.stream().mapToLong(Long::longValue).sum())
                            .isEqualTo(LIMIT));
        }
    }

    private static long admitted(String algorithm, String output) {
        Matcher line = Pattern.compile(algorithm + " admitted (\\d+)").matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return Long.parseLong(line.group(1));
    }
}
