package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.ban.Ban;
import io.github.limiter.ban.RedisBanStore;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.Standing;
import io.github.limiter.store.TestLimit;
import io.github.limiter.subject.Subject;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 64 threads of each of two nodes at the threshold: one ban, with one beginning and one end. */
class BanRaceTests {

    private static final int CALLERS = 64;
    private static final int ROUNDS = 20;
    private static final BanRule RULE = BanRule.of("limited", CALLERS, Duration.ofHours(1), Duration.ofHours(1));

    /** A node: prints a line a round: how many of its calls were strikes, began the ban, met it; and the ban. */
    public static final class Node {

        private Node() {}

        /**
         * Calls from many threads at once, together with the other node.
         *
         * @param arguments client, URI, prefix
         */
        public static void main(String[] arguments) {
            String prefix = arguments[2];
            RedisClient client = RedisClient.create(arguments[1]);
            try (Client.Connection connection = Client.valueOf(arguments[0]).connect(arguments[1])) {
                RedisCommands<String, String> redis = client.connect().sync();
                RedisStore store = new RedisStore(connection.executor(), prefix, Stores.ALGORITHMS);
                RedisBanStore bans =
                        new RedisBanStore(connection.executor(), new RedisNews(connection.executor(), prefix), prefix);
                for (int round = 0; round < ROUNDS; round++) {
                    TestLimit limit = limit(round);
                    Decisions.call(store, limit, 1);
                    meet(redis, prefix + "ready:" + round);
                    List<Standing> standings = callTogether(store, limit);
                    meet(redis, prefix + "done:" + round);
                    Ban ban = BanNode.join(bans.find(limit.subject())).orElseThrow();
                    System.out.println("round " + round + ' ' + count(standings, Standing.Change.STRUCK) + ' '
                            + count(standings, Standing.Change.BEGAN) + ' ' + count(standings, Standing.Change.NONE)
                            + ' ' + ban.start() + ' ' + ban.until());
                }
            } finally {
                client.shutdown();
            }
        }

        private static void meet(RedisCommands<String, String> redis, String key) {
            redis.incr(key);
            redis.expire(key, 60);
            Await.until("the other node is there", () -> "2".equals(redis.get(key)));
        }

        private static List<Standing> callTogether(RedisStore store, TestLimit limit) {
            List<CompletableFuture<Standing>> callers = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> Decisions.decide(store, limit.cost(1).counting(RULE))
                                    .get(0)
                                    .standing(),
                            task -> new Thread(task).start()))
                    .limit(CALLERS)
                    .toList();
            return callers.stream().map(CompletableFuture::join).toList();
        }

        private static long count(List<Standing> standings, Standing.Change change) {
            return standings.stream()
                    .filter(standing -> standing.change() == change)
                    .count();
        }
    }

    /** One call of the two nodes' first ones passes, the rest of the year none does. */
    private static TestLimit limit(int round) {
        return TestLimit.of(Algorithms.FIXED_WINDOW, Quota.of(1, Duration.ofDays(366)))
                .on(Subject.of("ip", "203.0.113." + round));
    }

    private record Round(long struck, long began, long met, String start, String until) {

        static Round of(String line) {
            String[] words = line.split(" ");
            return new Round(
                    Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]), words[5], words[6]);
        }
    }

    @Test
    void exactlyOneBanBegins() throws Exception {
        String prefix = TestRedis.newPrefix();
        List<Process> nodes = new ArrayList<>();
        for (Client client : Client.values()) {
            nodes.add(start(client.name(), TestRedis.uri(), prefix));
        }
        List<List<Round>> rounds = new ArrayList<>();
        for (Process node : nodes) {
            rounds.add(rounds(node));
        }

        assertThat(IntStream.range(0, ROUNDS)).allSatisfy(round -> {
            Round one = rounds.get(0).get(round);
            Round other = rounds.get(1).get(round);
            assertThat(one.struck + other.struck).isEqualTo(CALLERS - 1);
            assertThat(one.began + other.began).isEqualTo(1);
            assertThat(one.met + other.met).isEqualTo(CALLERS);
            assertThat(one.start).isEqualTo(other.start);
            assertThat(one.until).isEqualTo(other.until);
        });
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Node.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static List<Round> rounds(Process node) throws IOException, InterruptedException {
        String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(node.waitFor(20, TimeUnit.SECONDS)).isTrue();
        List<Round> rounds = output.lines()
                .filter(line -> line.startsWith("round "))
                .map(Round::of)
                .toList();
        assertThat(rounds).as(output).hasSize(ROUNDS);
        return rounds;
    }
}
