package io.github.limiter.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryCaptchaStoreTests extends CaptchaStoreContract {

    @Override
    protected CaptchaStore createStore(int bound, ManualTime time) {
        return new MemoryCaptchaStore(bound, time);
    }

    @Test
    void aMillionChallengesTakeNoMoreThanTheBound() {
        MemoryCaptchaStore bounded = new MemoryCaptchaStore(1_000, time);
        for (int i = 0; i < 1_000_000; i++) {
            bounded.keep(new Challenge("id-" + i, "image", "secret", 3, 60_000_000));
            assertThat(bounded.size()).isLessThanOrEqualTo(1_000);
        }
        assertThat(get(bounded.take("id-999000"))).isPresent();
        assertThat(get(bounded.take("id-998999"))).isEmpty();
    }

    @Test
    void passesAndCountsAreBoundedToo() {
        MemoryCaptchaStore bounded = new MemoryCaptchaStore(100, time);
        for (int i = 0; i < 10_000; i++) {
            bounded.grant("pass-" + i, Duration.ofMinutes(1));
            bounded.count(
                    Subject.of("ip", "10.0." + i / 256 + "." + i % 256),
                    Misstep.WRONG_ANSWER,
                    5,
                    Duration.ofMinutes(1),
                    Duration.ZERO);
        }

        assertThat(bounded.size()).isEqualTo(200);
    }

    @Test
    void whatHasEndedMakesRoomByItself() {
        MemoryCaptchaStore quiet = new MemoryCaptchaStore(1_000, time);
        for (int i = 0; i < 800; i++) {
            quiet.keep(new Challenge("early-" + i, "image", "secret", 3, 60_000_000));
        }
        time.advance(Duration.ofMinutes(2));

        for (int i = 0; i < 100; i++) {
            quiet.keep(new Challenge("late-" + i, "image", "secret", 3, 60_000_000));
        }

        assertThat(quiet.size()).isEqualTo(100);
    }
}
