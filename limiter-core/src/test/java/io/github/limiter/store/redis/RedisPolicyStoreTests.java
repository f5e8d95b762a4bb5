package io.github.limiter.store.redis;

import static io.github.limiter.store.redis.BanNode.join;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisPolicyStoreTests {

    @ParameterizedTest
    @EnumSource(Client.class)
    void keepsTheLatestOfEachName(Client client) {
        String prefix = TestRedis.newPrefix();
        try (Client.Connection connection = client.connect(TestRedis.uri())) {
            RedisPolicyStore store = new RedisPolicyStore(connection.executor(), prefix);
            assertThat(join(store.read())).isEmpty();

            join(store.write("shop:products", "one"));
            join(store.write("shop:products", "1\t10\t\t\t\tadmin \u00e9"));
            join(store.write("shop:orders", "two"));
            join(store.write("shop:gone", "three"));
            join(store.write("shop:gone", null));

            RedisPolicyStore other = new RedisPolicyStore(connection.executor(), prefix);
            assertThat(join(other.read()))
                    .isEqualTo(Map.of("shop:products", "1\t10\t\t\t\tadmin \u00e9", "shop:orders", "two"));
        }
    }
}
