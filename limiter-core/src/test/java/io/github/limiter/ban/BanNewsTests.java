package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node makes of what others tell. */
class BanNewsTests {

    private final List<String> told = new ArrayList<>();
    private final BanNews news = new BanNews(new BanStore.Follower() {
        @Override
        public void onStanding(Subject subject, Standing standing, long ticks) {
            told.add(subject + " " + standing.state() + " " + (standing.isPermanent() ? "for good" : standing.left())
                    + " at " + ticks);
        }

        @Override
        public void onClear(Subject subject, long ticks, boolean lifted) {
            told.add(subject + (lifted ? " lifted at " : " pardoned at ") + ticks);
        }

        @Override
        public void onGap() {
            told.add("a gap");
        }
    });

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ban,ip:203.0.113.7,1000     | ip:203.0.113.7 BANNED 998 at 12
            ban,ip:203.0.113.7,-1       | ip:203.0.113.7 BANNED for good at 12
            ban,ip:203.0.113.7,1        | ip:203.0.113.7 BANNED 0 at 12
            challenge,user:carol,1000   | user:carol CHALLENGED 998 at 12
            lift,user:carol             | user:carol lifted at 12
            pardon,user:carol           | user:carol pardoned at 12
            read                        | a gap
            of a later version,user:a   | a gap
            """)
    void isTakenAsOfTheLatestMomentAtWhichItMayHaveBeenTold(String text, String expected) {
        news.onNews(text.replace(',', '\t'), 10_000, 12_000);

        assertThat(told).containsExactly(expected);
    }

    @Test
    void gapsAndLossesAreToldToo() {
        news.onGap();
        news.onLoss();

        assertThat(told).containsExactly("a gap", "a gap");
    }
}
