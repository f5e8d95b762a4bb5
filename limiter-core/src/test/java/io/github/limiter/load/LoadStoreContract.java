package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Tier;
import io.github.limiter.load.LoadStore.Kept;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link LoadStore} does. */
abstract class LoadStoreContract {

    private static final Duration HOUR = Duration.ofHours(1);

    /** The same order, seen by another node, each time within a test. */
    abstract LoadStore node();

    /** Lets time pass. */
    abstract void pass(Duration time);

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    static Stream<LoadOrder> orders() {
        return Stream.of(
                LoadOrder.of(LoadLevel.NORMAL),
                LoadOrder.of(LoadLevel.CRITICAL),
                new LoadOrder(null, Set.of(Tier.P1, Tier.P2), Set.of()),
                new LoadOrder(null, Set.of(), Set.of("export", "a.b_c-2")),
                new LoadOrder(
                        LoadLevel.PEAK,
                        Set.of(Tier.P1),
                        IntStream.range(0, LoadOrder.MAX_POLICIES)
                                .mapToObj(i -> "x".repeat(62) + i / 10 + i % 10)
                                .collect(Collectors.toSet())));
    }

    @Test
    void hasNoneInTheBeginning() {
        assertThat(get(node().read())).isNull();
    }

    @ParameterizedTest
    @MethodSource("orders")
    void keepsAnOrderForAllNodes(LoadOrder order) {
        get(node().write(order, "alice | \"admin\"", HOUR));

        Kept kept = get(node().read());

        assertThat(kept.order()).isEqualTo(order);
        assertThat(kept.by()).isEqualTo("alice | \"admin\"");
        assertThat(kept.rest()).isBetween(HOUR.toNanos() / 1_000 - 30_000_000, HOUR.toNanos() / 1_000);
    }

    @Test
    void keepsTheLastOne() {
        get(node().write(LoadOrder.of(LoadLevel.CRITICAL), "alice", HOUR));
        get(node().write(LoadOrder.of(LoadLevel.PEAK), "bob", HOUR));

        assertThat(get(node().read()).by()).isEqualTo("bob");
    }

    @Test
    void forgetsItWhenItEnds() {
        get(node().write(LoadOrder.of(LoadLevel.PEAK), "alice", Duration.ofMillis(60)));

        pass(Duration.ofMillis(60));

        assertThat(get(node().read())).isNull();
    }

    @Test
    void forgetsItWhenToldTo() {
        get(node().write(LoadOrder.of(LoadLevel.PEAK), "alice", HOUR));

        get(node().clear());
        get(node().clear());

        assertThat(get(node().read())).isNull();
    }
}
