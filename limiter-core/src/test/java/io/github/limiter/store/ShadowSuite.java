package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Algorithms.SLIDING_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit in shadow is decided and counted, and refuses nobody. */
abstract class ShadowSuite extends StoreSuite {

    private final TestLimit shadow = TestLimit.of(SLIDING_WINDOW, Quota.of(2, Duration.ofSeconds(10)))
            .named("shadow")
            .inShadow();
    private final TestLimit enforced =
            TestLimit.of(FIXED_WINDOW, Quota.of(3, Duration.ofMinutes(1))).named("enforced");

    @Test
    void itCountsAndSaysWhatItWouldHaveDone() {
        List<Answer> answers =
                List.of(Answer.of(call(shadow, 1)), Answer.of(call(shadow, 1)), Answer.of(call(shadow, 1)));

        long tenSeconds = Micros.parse("10s");
        assertThat(answers)
                .containsExactly(
                        new Answer(true, true, 1, 0, tenSeconds, 0),
                        new Answer(true, true, 0, 0, tenSeconds, 0),
                        new Answer(false, false, 0, tenSeconds, tenSeconds, 0));
    }

    @Test
    void itNeverRefuses() {
        drain(shadow);

        LimitResult result = call(shadow, 1);

        assertThat(result.allowed()).isFalse();
        assertThat(result.refuses()).isFalse();
    }

    @Test
    void itDoesNotKeepOthersFromBeingCharged() {
        drain(shadow);

        List<LimitResult> results = decide(shadow.cost(1), enforced.cost(1));

        assertThat(results).extracting(LimitResult::charged).containsExactly(false, true);
        assertThat(results.get(1).remaining()).isEqualTo(2);
    }

    @Test
    void itIsNotChargedWhatAnotherLimitRefused() {
        drain(enforced);

        List<LimitResult> results = decide(shadow.cost(1), enforced.cost(1));

        assertThat(results).extracting(LimitResult::charged).containsExactly(false, false);
        assertThat(results.get(0).remaining()).isEqualTo(2);
        assertThat(drain(shadow)).isEqualTo(2);
    }

    @Test
    void itIsNotChargedWhatItHadNoRoomFor() {
        call(shadow, 1);

        assertThat(Answer.of(call(shadow, 2)))
                .isEqualTo(new Answer(false, false, 1, Micros.parse("10s"), Micros.parse("10s"), 0));
        assertThat(Answer.of(call(shadow, 1))).isEqualTo(new Answer(true, true, 0, 0, Micros.parse("10s"), 0));
    }

    @Test
    void enforcedItGoesOnWithTheSameCount() {
        call(shadow, 1);
        TestLimit inForce = shadow.changedTo(SLIDING_WINDOW, shadow.policy().quota());

        assertThat(drain(inForce)).isEqualTo(1);
        assertThat(call(inForce, 1).refuses()).isTrue();
    }
}
