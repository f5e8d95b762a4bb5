package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One user in twenty, five in any case. */
class BanBudgetTests {

    private static final long WINDOW = 600_000_000;

    private final BanBudget budget = new BanBudget(0.05, 0);

    private void users(int number, long now) {
        IntStream.range(0, number).forEach(i -> budget.seen("user-" + i, now));
    }

    private long hitsUntilSpent(long now) {
        return IntStream.rangeClosed(1, 10_000)
                .filter(i -> budget.hit(now))
                .findFirst()
                .orElse(0);
    }

    @Test
    void isAFewWhereFewUsersAre() {
        users(10, 1);

        assertThat(hitsUntilSpent(1)).isEqualTo(5);
    }

    @Test
    void growsWithTheUsers() {
        users(10_000, 1);

        assertThat(hitsUntilSpent(1)).isBetween(470L, 530L);
    }

    @Test
    void countsAUserOnce() {
        IntStream.range(0, 10_000).forEach(i -> budget.seen("one", 1));

        assertThat(hitsUntilSpent(1)).isEqualTo(5);
    }

    @Test
    void beginsAnewWithEachWindow() {
        hitsUntilSpent(1);
        assertThat(budget.isSpent(WINDOW - 1)).isTrue();

        assertThat(budget.isSpent(WINDOW)).isFalse();
    }

    @Test
    void knowsTheUsersOfTheWindowBefore() {
        users(10_000, 1);

        assertThat(hitsUntilSpent(WINDOW + 1)).isBetween(470L, 530L);
        assertThat(hitsUntilSpent(3 * WINDOW)).isEqualTo(5);
    }

    @Test
    void isNoBoundIfItIsNone() {
        assertThat(new BanBudget(0, 0).hit(1)).isFalse();
    }
}
