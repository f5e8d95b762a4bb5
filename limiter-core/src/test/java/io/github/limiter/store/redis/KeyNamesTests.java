package io.github.limiter.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.CounterKey;
import io.github.limiter.subject.Subject;
import io.lettuce.core.cluster.SlotHash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys have the names that operators, nginx and other services look for. */
class KeyNamesTests {

    private final KeyNames names = new KeyNames(RedisStore.DEFAULT_KEY_PREFIX);

    private static CounterKey key(String dimension, String value, String scope, String refinement) {
        return new CounterKey(Subject.of(dimension, value), scope, refinement);
    }

    @Test
    void nameSubjectApplicationAndPolicy() {
        assertThat(names.of(key("ip", "203.0.113.7", "shop:product-list", null)))
                .isEqualTo("limiter:{ip:203.0.113.7}:limit:shop:product-list");
    }

    @Test
    void nameTheRefinementLast() {
        assertThat(names.of(key("user", "carol", "shop:coupon", "7")))
                .isEqualTo("limiter:{user:carol}:limit:shop:coupon:7");
    }

    @Test
    void ofOneSubjectShareASlot() {
        assertThat(SlotHash.getSlot(names.of(key("user", "carol", "shop:coupon", "7"))))
                .isEqualTo(SlotHash.getSlot(names.of(key("user", "carol", "shop:orders", null))))
                .isNotEqualTo(SlotHash.getSlot(names.of(key("user", "dave", "shop:orders", null))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{limiter}:", "limiter:{", "}"})
    void aPrefixWithBracesIsRefused(String prefix) {
        assertThatThrownBy(() -> new RedisStore(new NoExecutor(), prefix, Stores.ALGORITHMS))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("redis.key-prefix")
                .hasMessageContaining(prefix);
    }
}
