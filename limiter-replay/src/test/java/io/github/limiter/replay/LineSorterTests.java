package io.github.limiter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineSorterTests {

    private final List<Long> played = new ArrayList<>();
    private final LineSorter sorter = new LineSorter(5, line -> played.add(line.micros()), 0);

    private void add(long... times) {
        for (long time : times) {
            sorter.add(new LogLine(time, "192.0.2.1", null, null, "GET", "/", 200, null, null));
        }
    }

    @Test
    void linesAreSortedWithinTheWindow() {
        add(10, 12, 11, 14, 13, 10);
        sorter.end();

        assertThat(played).containsExactly(10L, 10L, 11L, 12L, 13L, 14L);
        assertThat(sorter.late()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000})
    void longTextsDoNotWaitInNumbers(int whole) {
        LineSorter bounded = new LineSorter(1_000_000, line -> played.add(line.micros()), whole);
        String target = "/" + "x".repeat(8_191);
        for (int i = 0; i < 10_000; i++) {
            bounded.add(new LogLine(i, "192.0.2.1", null, null, "GET", target, 200, null, null));
        }

        assertThat(played).hasSize(10_000 - LineSorter.MOST_TEXT / 8_192).isSorted();
        bounded.end();
        assertThat(played).hasSize(10_000).isSorted();
    }

    @Test
    void nothingWaitsLongerThanTheWindow() {
        add(10, 12, 16);
        assertThat(played).containsExactly(10L);
        add(18);
        assertThat(played).containsExactly(10L, 12L);
    }

    @Test
    void whatComesLaterIsPlayedAtOnceAndCounted() {
        add(10, 20, 30, 12);
        sorter.end();

        assertThat(played).containsExactly(10L, 20L, 12L, 30L);
        assertThat(sorter.late()).isEqualTo(1);
    }

    @Test
    void theFirstAreSortedWhateverTheirOrder() {
        LineSorter whole = new LineSorter(5, line -> played.add(line.micros()), 4);
        for (long time : new long[] {400, 100, 300, 200, 500, 300}) {
            whole.add(new LogLine(time, "192.0.2.1", null, null, "GET", "/", 200, null, null));
        }
        whole.end();

        assertThat(played).containsExactly(100L, 200L, 300L, 400L, 300L, 500L);
        assertThat(whole.late()).isEqualTo(1);
    }

    @Test
    void noMoreWaitThanTheBound() {
        LineSorter endless = new LineSorter(Long.MAX_VALUE / 2, line -> played.add(line.micros()), 0);
        for (long i = 0; i < LineSorter.MOST + 10L; i++) {
            endless.add(new LogLine(i, "192.0.2.1", null, null, "GET", "/", 200, null, null));
        }

        assertThat(played).hasSize(10);
    }
}
