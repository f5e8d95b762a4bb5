package io.github.limiter.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonMissesTests {

    private final RequestPath path = RequestPath.of("/moved");
    private final ManualTime time = new ManualTime(0);
    private final CommonMisses misses = new CommonMisses(time);

    @Test
    void thePathIsCommonFromTheTwentiethSubjectOn() {
        assertThat(missedBy(0, 19)).isFalse();
        assertThat(misses.add(path, "ip:19")).isTrue();
        assertThat(misses.add(path, "ip:0")).as("for those who came before too").isTrue();
    }

    @Test
    void oneSubjectIsOneHoweverOftenItAsks() {
        for (int i = 0; i < 100; i++) {
            assertThat(misses.add(path, "ip:1")).isFalse();
        }
    }

    @Test
    void otherPathsAreNotConcerned() {
        missedBy(0, 20);

        assertThat(misses.add(RequestPath.of("/other"), "ip:0")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/favourites/#,          true",
        "/shops/#/stock,             true",
        "/#/#,                       true",
        "/access.log.2018-12-#.gz,   false",
        "/product-#,                 false"
    })
    void aNumberStandsForAllOthersWhereItFillsASegment(String route, boolean common) {
        for (int subject = 0; subject < 20; subject++) {
            misses.add(RequestPath.of(route.replace("#", "" + (10 + subject))), "ip:" + subject);
        }

        assertThat(misses.add(RequestPath.of(route.replace("#", "77")), "ip:1")).isEqualTo(common);
    }

    @Test
    void theyMustComeWithinAnHour() {
        missedBy(0, 19);
        time.advance(Duration.ofHours(1));

        assertThat(missedBy(19, 38)).isFalse();
    }

    @Test
    void whatWasCommonInOneHourIsCommonInTheNextAndThenForgotten() {
        missedBy(0, 20);
        time.advance(Duration.ofMinutes(61));
        assertThat(misses.add(path, "ip:1")).isTrue();
        time.advance(Duration.ofMinutes(61));
        assertThat(misses.add(path, "ip:1")).isFalse();
    }

    @Test
    void whoeverMakesUpPathsPushesOutTheOldestAlone() {
        RequestPath kept = RequestPath.of("/kept");
        for (int subject = 0; subject < 20; subject++) {
            misses.add(kept, "ip:" + subject);
        }
        for (int i = 0; i < 10 * CommonMisses.MAX_PATHS; i++) {
            misses.add(RequestPath.of("/made-up-" + i), "ip:evil");
            if (i % 100 == 0) {
                assertThat(misses.add(kept, "ip:0")).isTrue();
            }
        }
    }

    /** The answer to the last of them. */
    private boolean missedBy(int from, int to) {
        boolean common = false;
        for (int subject = from; subject < to; subject++) {
            common = misses.add(path, "ip:" + subject);
        }
        return common;
    }
}
