package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.redis.SetBackClock;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of strikes and bans when a clock is set back. */
public abstract class SetBackBanContract {

    private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final BanRule THREE = BanRule.of("limited", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));

    private final SetBackClock clock = new SetBackClock();
    private BanStore store;

    /** A store that knows nobody, for one test. */
    protected abstract BanStore createStore(TimeSource clock);

    @BeforeEach
    void open() {
        store = createStore(clock);
    }

    private Standing strike(BanRule rule, String item) {
        return BanStoreContract.join(store.strike(ADDRESS, rule, item));
    }

    private List<Change> strikes(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> strike(THREE, null).change())
                .toList();
    }

    private Standing standing() {
        return BanStoreContract.join(store.standing(ADDRESS));
    }

    @Test
    void strikesBeforeItStillCount() {
        strikes(2);
        clock.move(HOUR.negated());

        assertThat(strikes(1)).containsExactly(Change.BEGAN);
        assertThat(standing().left()).isEqualTo(300_000_000);
    }

    @Test
    void strikesBeforeItAreForgottenNoLaterThanIfTheyWereOfThatMoment() {
        strikes(1);
        clock.move(HOUR.negated());
        strikes(1);
        clock.move(Duration.ofMinutes(1));

        assertThat(strikes(2)).containsOnly(Change.STRUCK);
    }

    @Test
    void nobodyMayOffendUnseenUntilTheClockIsWhereItWas() {
        BanRule spaced = THREE.withSpacing(Duration.ofSeconds(5));
        strike(spaced, null);
        clock.move(HOUR.negated());

        assertThat(strike(spaced, null).quiet()).isEqualTo(5_000_000);
        clock.move(Duration.ofSeconds(5));
        assertThat(strike(spaced, null).change()).isEqualTo(Change.STRUCK);
        clock.move(Duration.ofSeconds(5));
        assertThat(strike(spaced, null).isBanned()).isTrue();
    }

    @Test
    void distinctItemsStayDistinct() {
        BanRule distinct = THREE.ofDistinctItems();
        strike(distinct, "/a");
        clock.move(Duration.ofSeconds(1));
        strike(distinct, "/b");
        clock.move(HOUR.negated());

        assertThat(strike(distinct, "/a").change()).isEqualTo(Change.NONE);
        assertThat(strike(distinct, "/c").isBanned()).isTrue();
    }

    @Test
    void aBanEndsAtItsTimeByTheClockThatThereIs() {
        strikes(3);
        clock.move(HOUR.negated());
        assertThat(standing().isBanned()).isTrue();

        clock.move(HOUR.plusMinutes(5).minusNanos(1_000));
        assertThat(standing().left()).isEqualTo(1);
        clock.moveMicros(1);
        assertThat(standing()).isEqualTo(Standing.CLEAR);
    }

    @Test
    void aLiftEndsABanOfTheFuture() {
        strikes(3);
        clock.move(HOUR.negated());

        BanStoreContract.join(store.lift(ADDRESS, "admin"));

        assertThat(standing()).isEqualTo(Standing.CLEAR);
        assertThat(strikes(2)).containsOnly(Change.STRUCK);
    }
}
