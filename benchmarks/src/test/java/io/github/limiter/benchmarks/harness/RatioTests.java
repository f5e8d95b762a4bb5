package io.github.limiter.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTests {

    private final Samples calm = new Samples(List.of(10.0, 12.0, 11.0));
    private final Samples disturbedOnce = new Samples(List.of(20.0, 240.0, 33.0));

    @Test
    void aDisturbedRoundDoesNotMoveTheMedian() {
        assertThat(disturbedOnce.median()).isEqualTo(33);
    }

    @Test
    void theMedianOfAnEvenNumberOfRoundsIsHalfwayBetweenTheMiddleOnes() {
        assertThat(new Samples(List.of(4.0, 1.0, 3.0, 2.0)).median()).isEqualTo(2.5);
    }

    @Test
    void theRatioIsThatOfTheMediansAndItsSpreadThatOfTheRounds() {
        assertThat(Ratio.of(disturbedOnce, calm)).isEqualTo(new Ratio(3, 2, 20));
    }

    @Test
    void aFigureIsMetFromItsBoundOn() {
        assertThat(Figure.atLeast("speed", new Ratio(2, 1, 3), 2).met()).isTrue();
        assertThat(Figure.atLeast("speed", new Ratio(1.99, 1, 3), 2).met()).isFalse();
        assertThat(Figure.faster("speed", new Ratio(1, 1, 3)).met()).isFalse();
        assertThat(Figure.atMost("cost", calm, 11, "ns").met()).isTrue();
        assertThat(Figure.atMost("cost", calm, 10.9, "ns").met()).isFalse();
    }
}
