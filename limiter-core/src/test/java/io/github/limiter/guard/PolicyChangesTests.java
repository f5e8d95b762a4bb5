package io.github.limiter.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryNews;
import io.github.limiter.store.MemoryPolicyStore;
import io.github.limiter.store.PolicyStore;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Policies that an operator changes, on nodes that hear of each other. */
class PolicyChangesTests {

    private static final RatePolicy PRODUCTS = policy("products", Algorithms.TOKEN_BUCKET, Quota.of(60, minutes(1)));
    private static final RatePolicy ORDERS =
            policy("orders", Algorithms.TOKEN_BUCKET, Quota.of(60, minutes(1)).withBurst(100));

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryNews news = new MemoryNews();
    private final MemoryPolicyStore store = new MemoryPolicyStore();
    private final Node first = new Node("shop", store);
    private final Node second = new Node("shop", store);

    private final class Node {

        private final Policies policies;
        private final PolicyChanges changes;

        Node(String application, PolicyStore kept, RatePolicy... more) {
            policies = new Policies(
                    application,
                    new AlgorithmRegistry(List.of()),
                    new DimensionRegistry(64, MissingUser.IP, List.of()));
            policies.define(PRODUCTS);
            List.of(more).forEach(policies::define);
            changes = new PolicyChanges(policies, kept, news, time);
        }

        RatePolicy policy(String name) {
            return policies.find(name).orElseThrow().policy();
        }

        void change(String name, PolicyChange change) {
            join(changes.change(name, change));
        }
    }

    private static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    private static RatePolicy policy(String name, String algorithm, Quota quota) {
        return new RatePolicy(name, algorithm, quota, "ip", Tier.P1, Mode.ENFORCE, FailureMode.LOCAL, false);
    }

    private static PolicyChange limit(long limit) {
        return new PolicyChange(limit, null, null, null, "admin");
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    @Test
    void holdOnAllNodes() {
        RatePolicy changed = join(first.changes.change(
                "products", new PolicyChange(10L, Duration.ofSeconds(5), null, Mode.SHADOW, "admin")));

        assertThat(changed)
                .isEqualTo(
                        PRODUCTS.withQuota(Quota.of(10, Duration.ofSeconds(5))).withMode(Mode.SHADOW));
        assertThat(first.policy("products")).isEqualTo(changed);
        assertThat(second.policy("products")).isEqualTo(changed);
        assertThat(second.changes.find("products").orElseThrow().by()).isEqualTo("admin");
    }

    @Test
    void takeThePlaceOfEarlierOnes() {
        first.change("products", new PolicyChange(10L, Duration.ofSeconds(5), null, null, "admin"));
        second.change("products", limit(20));

        assertThat(first.policy("products").quota()).isEqualTo(Quota.of(20, minutes(1)));
    }

    @Test
    void holdOnNodesThatStartLaterAndForPoliciesThatAreDefinedLater() {
        first.policies.define(ORDERS);
        first.change("products", limit(10));
        first.change("orders", limit(20));

        Node third = new Node("shop", store);
        Limit orders = third.policies.define(ORDERS);

        assertThat(third.policy("products").quota().limit()).isEqualTo(10);
        assertThat(orders.policy().quota()).isEqualTo(Quota.of(20, minutes(1)).withBurst(100));
        assertThat(third.policies.define(ORDERS)).as("once more").isSameAs(orders);
    }

    @Test
    void holdWhateverThePlaceThatDefinesThePolicySaysAfterwards() {
        first.change("products", limit(10));

        first.policies.redefine(PRODUCTS.withQuota(Quota.of(70, minutes(2))));

        assertThat(first.policy("products").quota()).isEqualTo(Quota.of(10, minutes(2)));
        join(first.changes.reset("products", "admin"));
        assertThat(first.policy("products").quota()).isEqualTo(Quota.of(70, minutes(2)));
    }

    @Test
    void endWhenThePolicyIsReset() {
        first.change("products", limit(10));

        assertThat(join(second.changes.reset("products", "admin"))).isEqualTo(PRODUCTS);

        assertThat(first.policy("products")).isEqualTo(PRODUCTS);
        assertThat(first.changes.find("products")).isEmpty();
        assertThat(join(store.read())).isEmpty();
    }

    @Test
    void moveTheBurstWithTheLimitWhereNobodySetsIt() {
        first.policies.define(ORDERS);
        first.change("products", limit(10));
        first.change("orders", limit(10));

        assertThat(first.policy("products").quota().burst()).isEqualTo(10);
        assertThat(first.policy("orders").quota().burst()).isEqualTo(100);
        first.change("products", new PolicyChange(10L, null, 30L, null, "admin"));
        assertThat(first.policy("products").quota().burst()).isEqualTo(30);
    }

    @Test
    void areThoseOfOneApplication() {
        Node other = new Node("warehouse", store);

        first.change("products", limit(10));

        assertThat(other.policy("products")).isEqualTo(PRODUCTS);
    }

    @Test
    void ofPoliciesThatThereAreNotAreRefused() {
        assertThatThrownBy(() -> first.changes.change("nothing", limit(1)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("products");
        assertThatThrownBy(() -> first.changes.reset("nothing", "admin"))
                .isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void thatNoPolicyCanHaveAreRefusedAndNotKept() {
        for (PolicyChange wrong : List.of(
                limit(0),
                limit(-1),
                new PolicyChange(null, Duration.ZERO, null, null, "admin"),
                new PolicyChange(null, null, 0L, null, "admin"))) {
            assertThatThrownBy(() -> first.changes.change("products", wrong))
                    .as(wrong.toString())
                    .isInstanceOf(InvalidConfigurationException.class);
        }
        assertThat(join(store.read())).isEmpty();
        assertThat(first.policy("products")).isEqualTo(PRODUCTS);
    }

    @Test
    void thatAnotherVersionWroteOrThatFitNoMoreAreLeftOut() {
        join(store.write("shop:products", "2\twhatever"));
        join(store.write("shop:orders", "1\t\tPT0S\t\t\tadmin"));
        join(store.write("shop:gone", limit(7).text()));
        join(store.write("nonsense", "nonsense"));

        Node third = new Node("shop", store, ORDERS);

        assertThat(third.policy("products")).isEqualTo(PRODUCTS);
        assertThat(third.policy("orders")).isEqualTo(ORDERS);
    }

    @Test
    void haveANameThatCanBeKept() {
        assertThat(new PolicyChange(1L, null, null, null, " a\tb\n" + "c".repeat(100)).by())
                .hasSize(64)
                .startsWith("a b cc");
    }

    @Test
    void areReadAgainASecondAfterTheStoreDidNotAnswer() {
        Flaky flaky = new Flaky();
        join(store.write("shop:products", limit(10).text()));
        Node late = new Node("shop", flaky);
        assertThat(late.policy("products")).isEqualTo(PRODUCTS);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> late.change("products", limit(5)))
                .withCauseInstanceOf(IllegalStateException.class);

        flaky.broken = false;
        time.advance(Duration.ofSeconds(1));

        assertThat(late.policy("products").quota().limit()).isEqualTo(10);
    }

    private final class Flaky implements PolicyStore {

        private boolean broken = true;

        @Override
        public CompletionStage<Map<String, String>> read() {
            return broken ? CompletableFuture.failedFuture(new IllegalStateException("away")) : store.read();
        }

        @Override
        public CompletionStage<Void> write(String name, @Nullable String text) {
            return broken ? CompletableFuture.failedFuture(new IllegalStateException("away")) : store.write(name, text);
        }
    }
}
