package io.github.limiter.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatePolicyTests {

    private static RatePolicy policy(String name, String algorithm, String dimension) {
        return new RatePolicy(
                name,
                algorithm,
                Quota.of(10, Duration.ofMinutes(1)),
                dimension,
                Tier.P0,
                Mode.ENFORCE,
                FailureMode.OPEN,
                true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "order-controller-create-2", "A.b_c-9", "."})
    void aNameMayBe(String name) {
        assertThat(policy(name, "fixed-window", "ip").name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "{a}", "ä", "a\n", "a/b"})
    void aNameMayNotBe(String name) {
        assertThatThrownBy(() -> policy(name, "fixed-window", "ip"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("name: '" + name + "' is not a policy name. Use 1 to 64 of A-Z a-z 0-9 . _ -.");
    }

    @Test
    void aNameHasAtMost64Characters() {
        assertThat(policy("x".repeat(64), "fixed-window", "ip").name()).hasSize(64);
        assertThatThrownBy(() -> policy("x".repeat(65), "fixed-window", "ip"))
                .isInstanceOf(InvalidConfigurationException.class);
    }

    @ParameterizedTest
    @CsvSource({"TOKEN_BUCKET, token-bucket", "Token-Bucket, token-bucket", "' fixed_window ', fixed-window"})
    void algorithmAndDimensionHaveOneSpelling(String written, String canonical) {
        RatePolicy policy = policy("name", written, written);

        assertThat(policy.algorithm()).isEqualTo(canonical);
        assertThat(policy.dimension()).isEqualTo(canonical);
    }

    @Test
    void eachWithChangesOneThing() {
        RatePolicy policy = policy("name", "token-bucket", "ip");
        Quota other = Quota.of(1, Duration.ofSeconds(1));

        assertThat(policy.withQuota(other).withQuota(policy.quota())).isEqualTo(policy);
        assertThat(policy.withQuota(other).quota()).isEqualTo(other);
        assertThat(policy.withMode(Mode.SHADOW).withMode(Mode.ENFORCE)).isEqualTo(policy);
        assertThat(policy.withMode(Mode.SHADOW).isShadow()).isTrue();
        assertThat(policy.isShadow()).isFalse();
    }
}
