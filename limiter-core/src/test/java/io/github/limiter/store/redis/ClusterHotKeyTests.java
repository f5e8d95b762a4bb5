package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Nodes with many threads on a cluster of three masters, whose calls each have a limit of their user and one that all
 * share, on another slot: none is ever exceeded, all of the shared one is used, and what a user was charged for calls
 * that the shared one refused is given back, except what was under way when a node ended.
 */
class ClusterHotKeyTests {

    private static final int USERS = 3;
    private static final int LIMIT_OF_A_USER = 100;
    private static final int LIMIT_OF_ALL = 250;
    private static final int CALLERS = 8;
    private static final int CALLS_A_CALLER = 90;

    private static final TestLimit ALL = TestLimit.of(Algorithms.TOKEN_BUCKET, quota(LIMIT_OF_ALL))
            .named("all")
            .on(Subject.of(Dimensions.GLOBAL, "all"));

    /** A node: prints how many calls of each user it got through. */
    public static final class Node {

        private Node() {}

        /**
         * Calls from several threads at once.
         *
         * @param arguments client, URI of a server of the cluster, prefix
         */
        public static void main(String[] arguments) {
            try (Client.Connection connection = Client.valueOf(arguments[0]).connectToCluster(arguments[1])) {
                RedisStore store = new RedisStore(connection.executor(), arguments[2], Stores.ALGORITHMS);
                Await.until("all masters can be asked", () -> reaches(store));
                List<CompletableFuture<int[]>> callers = IntStream.range(0, CALLERS)
                        .mapToObj(i ->
                                CompletableFuture.supplyAsync(() -> admitted(store), task -> new Thread(task).start()))
                        .toList();
                int[] admitted = new int[USERS];
                for (CompletableFuture<int[]> caller : callers) {
                    int[] of = caller.join();
                    for (int user = 0; user < USERS; user++) {
                        admitted[user] += of[user];
                    }
                }
                for (int user = 0; user < USERS; user++) {
                    System.out.println("user " + user + " admitted " + admitted[user]);
                }
            }
        }

        /** By counts of its own on the same slots: a busy machine may take a while to connect to all masters. */
        private static boolean reaches(RedisStore store) {
            try {
                Decisions.call(store, ALL.named("reach"), 1);
                IntStream.range(0, USERS)
                        .forEach(user -> Decisions.call(store, user(user).named("reach"), 1));
                return true;
            } catch (CompletionException notYet) {
                return false;
            }
        }

        private static int[] admitted(RedisStore store) {
            int[] admitted = new int[USERS];
            for (int call = 0; call < CALLS_A_CALLER; call++) {
                int user = call % USERS;
                List<LimitResult> results = Decisions.decide(store, user(user).cost(1), ALL.cost(1));
                if (results.stream().allMatch(LimitResult::charged)) {
                    admitted[user]++;
                }
            }
            return admitted;
        }
    }

    private static TestLimit user(int user) {
        return TestLimit.of(Algorithms.SLIDING_WINDOW, quota(LIMIT_OF_A_USER))
                .named("user")
                .on(Subject.of(Dimensions.USER, "user-" + user));
    }

    /** Nothing comes back while the test runs. */
    private static Quota quota(int limit) {
        return Quota.of(limit, Duration.ofDays(366));
    }

    @Test
    void neverExceedALimitAndLoseNoMoreThanWhatIsUnderWay() throws Exception {
        try (RedisCluster cluster = new RedisCluster()) {
            String prefix = TestRedis.newPrefix();
            List<String> outputs =
                    NodeProcesses.run(Node.class, cluster.servers().get(0).uri(), prefix);

            List<Integer> admitted = IntStream.range(0, USERS)
                    .map(user -> outputs.stream()
                            .mapToInt(output -> admitted(user, output))
                            .sum())
                    .boxed()
                    .toList();
            int all = admitted.stream().mapToInt(Integer::intValue).sum();
            assertThat(admitted).allMatch(calls -> calls <= LIMIT_OF_A_USER);
            assertThat(all).isEqualTo(LIMIT_OF_ALL);
            try (Client.Connection connection = Client.LETTUCE.connect(cluster)) {
                RedisStore store = new RedisStore(connection.executor(), prefix, Stores.ALGORITHMS);
                int charged = IntStream.range(0, USERS)
                        .map(user -> charged(store, user))
                        .sum();
                assertThat(charged).isBetween(all, all + outputs.size() * CALLERS);
            }
            assertThat(cluster.errors()).doesNotContain("CROSSSLOT");
        }
    }

    /** What a user's count holds; asking adds to it. */
    private static int charged(RedisStore store, int user) {
        LimitResult result = Decisions.call(store, user(user), 1);
        return LIMIT_OF_A_USER - (int) result.remaining() - (result.charged() ? 1 : 0);
    }

    private static int admitted(int user, String output) {
        Matcher line = Pattern.compile("user " + user + " admitted (\\d+)").matcher(output);
        assertThat(line.find()).as(output).isTrue();
        return Integer.parseInt(line.group(1));
    }
}
