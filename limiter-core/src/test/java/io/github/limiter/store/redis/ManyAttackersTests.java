package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.ban.Offence;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Attackers of many addresses, each of whom is banned and has evidence against it: on Redis all of that ends by itself. */
class ManyAttackersTests {

    /** With {@code -Dlimiter.attackers=1000000} it is a million, in some minutes. */
    private static final int ATTACKERS = Integer.getInteger("limiter.attackers", 10_000);

    private static final int AT_ONCE = 1_000;
    private static final long MOST_BYTES_EACH = 1_500;

    private static final String ENDLESS = """
            local cursor, keys, endless = '0', 0, 0
            repeat
              local page = redis.call('SCAN', cursor, 'COUNT', 1000)
              cursor = page[1]
              for _, key in ipairs(page[2]) do
                keys = keys + 1
                if redis.call('PTTL', key) < 0 then
                  endless = endless + 1
                end
              end
            until cursor == '0'
            return { keys, endless }
            """;

    private final ClientAddressResolver addresses = new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For");

    private Caller attacker(int number) {
        String address =
                20 + (number >> 24) + "." + (number >> 16 & 255) + '.' + (number >> 8 & 255) + '.' + (number & 255);
        return new Caller(addresses.resolve(address, List.of()), null, null);
    }

    @Test
    void leaveNothingThatStays() {
        try (RedisServer server = new RedisServer();
                BanNode node = new BanNode(Client.LETTUCE.connect(server.uri()), TestRedis.newPrefix())) {
            RedisClient client = RedisClient.create(server.uri());
            RedisCommands<String, String> redis = client.connect().sync();
            long before = used(redis);

            for (int first = 0; first < ATTACKERS; first += AT_ONCE) {
                attack(node, first, Math.min(first + AT_ONCE, ATTACKERS));
            }

            Await.until("all evidence is kept", () -> redis.dbsize() >= 4L * ATTACKERS);
            List<Long> found = redis.eval(ENDLESS, ScriptOutputType.MULTI);
            assertThat(found.get(0)).isGreaterThanOrEqualTo(4L * ATTACKERS);
            assertThat(found.get(1)).as("keys without an end").isZero();
            long each = (used(redis) - before) / ATTACKERS;
            assertThat(each).as("bytes for each attacker").isBetween(1L, MOST_BYTES_EACH);
            client.shutdown();
        }
    }

    private void attack(BanNode node, int from, int to) {
        List<CompletionStage<Standing>> strikes = new ArrayList<>();
        for (int number = from; number < to; number++) {
            Offence offence = new Offence(Instant.EPOCH, "honeypot", "GET", "/.env", 403, "curl/8.5.0");
            strikes.add(node.bans().strike(attacker(number), BanRule.HONEYPOT, "/.env", offence));
        }
        assertThat(strikes).allMatch(strike -> BanNode.join(strike).isBanned());
    }

    private static long used(RedisCommands<String, String> redis) {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring("used_memory:".length()).strip()))
                .findFirst()
                .orElseThrow();
    }
}
