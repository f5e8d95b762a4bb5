package io.github.limiter.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BanTableTests {

    private static final Subject MALLORY = Subject.of("user", "mallory");

    private final BanTable table = new BanTable(100);

    private static Standing banned(long left) {
        return Standing.found(State.BANNED, left);
    }

    private static Subject user(int number) {
        return Subject.of("user", "u" + number);
    }

    @Test
    void knowsWhatIsLeftOfABan() {
        table.put(MALLORY, banned(100), 1_000);

        assertThat(table.find(MALLORY, 1_030)).isEqualTo(banned(70));
        assertThat(table.find(MALLORY, 1_099)).isEqualTo(banned(1));
        assertThat(table.find(MALLORY, 1_100)).isEqualTo(Standing.CLEAR);
        assertThat(table.isEmpty()).isTrue();
    }

    @Test
    void knowsABanWithoutAnEnd() {
        table.put(MALLORY, banned(Standing.PERMANENT), 1_000);

        assertThat(table.find(MALLORY, Long.MAX_VALUE - 1).isPermanent()).isTrue();
    }

    @Test
    void aShorterBanTakesThePlaceOfALongerOne() {
        table.put(MALLORY, banned(1_000), 10);
        table.put(MALLORY, banned(5), 20);

        assertThat(table.find(MALLORY, 25)).isEqualTo(Standing.CLEAR);
    }

    @Test
    void whatWasAskedBeforeAClearingIsNotTaken() {
        table.clear(MALLORY, 50);
        table.put(MALLORY, banned(1_000), 49);
        assertThat(table.find(MALLORY, 60)).isEqualTo(Standing.CLEAR);

        table.put(MALLORY, banned(1_000), 50);
        assertThat(table.find(MALLORY, 60).isBanned()).isTrue();
    }

    @Test
    void aClearingOfOneHidesNoBanOfAnother() {
        IntStream.range(0, 2_000).forEach(i -> table.clear(user(i), 50));

        table.put(MALLORY, banned(1_000), 10);

        assertThat(table.find(MALLORY, 60).isBanned()).isTrue();
        assertThat(table.isFull(() -> 60)).isFalse();
    }

    @Test
    void ofWhatWasAskedBeforeClearingsThatItForgotItIsNotCertain() {
        IntStream.range(0, Clearings.MOST + 2).forEach(i -> table.clear(user(i), 50 + i));

        table.put(user(0), banned(1_000), 49);
        assertThat(table.find(user(0), 60)).as("it was cleared").isEqualTo(Standing.CLEAR);
        assertThat(table.isFull(() -> 1_048)).isTrue();
        assertThat(table.isFull(() -> 1_049)).isFalse();

        table.put(user(3), banned(1_000), 52);
        assertThat(table.find(user(3), 60)).as("known exactly").isEqualTo(Standing.CLEAR);
        assertThat(table.isFull(() -> 1_049)).isFalse();
        table.put(MALLORY, banned(1_000), 52);
        assertThat(table.find(MALLORY, 60).isBanned()).isTrue();
    }

    @Test
    void aBanTakesThePlaceOfAChallenge() {
        IntStream.range(0, 100).forEach(i -> table.put(user(i), Standing.found(State.CHALLENGED, 600), 0));

        table.put(MALLORY, banned(1_000), 10);

        assertThat(table.find(MALLORY, 20).isBanned()).isTrue();
        assertThat(table.size()).isEqualTo(100);
        assertThat(table.isFull(() -> 599)).as("a challenge is not known here").isTrue();
        assertThat(table.isFull(() -> 600)).isFalse();
    }

    @Test
    void anOldClearingThatIsToldLateEndsNoNewBan() {
        table.put(MALLORY, banned(1_000), 60);

        table.clear(MALLORY, 50);

        assertThat(table.find(MALLORY, 70).isBanned()).isTrue();
    }

    @Test
    void isBounded() {
        IntStream.range(0, 1_000).forEach(i -> table.put(user(i), banned(1_000), i));

        assertThat(table.size()).isEqualTo(100);
    }

    @Test
    void saysThatItIsFullUntilWhatItLeftOutIsOver() {
        IntStream.range(0, 101).forEach(i -> table.put(user(i), banned(1_000), i));

        assertThat(table.isFull(() -> 1_099)).isTrue();
        assertThat(table.isFull(() -> 1_100)).isFalse();
    }

    @Test
    void thoseThatAreOverMakeRoom() {
        IntStream.range(0, 100).forEach(i -> table.put(user(i), banned(10), 0));

        IntStream.range(100, 190).forEach(i -> table.put(user(i), banned(1_000), 20));

        assertThat(table.isFull(() -> 20)).isFalse();
        assertThat(IntStream.range(100, 190)
                        .allMatch(i -> table.find(user(i), 30).isBanned()))
                .isTrue();
    }

    @Test
    void aReloadEndsWhatIsNotThereAnyMore() {
        table.put(MALLORY, banned(1_000), 0);
        table.put(user(1), banned(1_000), 0);

        int number = table.reload();
        table.put(user(1), banned(900), 10);

        assertThat(table.reloaded(number)).isTrue();
        assertThat(table.find(MALLORY, 20)).isEqualTo(Standing.CLEAR);
        assertThat(table.find(user(1), 20)).isEqualTo(banned(890));
    }

    @Test
    void aReloadThatWasOvertakenEndsNothing() {
        table.put(MALLORY, banned(1_000), 0);
        int first = table.reload();
        table.reload();

        assertThat(table.reloaded(first)).isFalse();
        assertThat(table.find(MALLORY, 20).isBanned()).isTrue();
    }

    @Test
    void aReloadAfterALossEndsNothingNorDoTheNextOnes() {
        table.put(MALLORY, banned(1_000), 0);
        table.put(user(1), banned(1_000), 0);

        int number = table.reload();
        table.put(user(1), banned(900), 10);
        assertThat(table.reloadedAfterLoss(number)).isTrue();
        assertThat(table.reloaded(table.reload())).isTrue();

        assertThat(table.find(MALLORY, 20)).isEqualTo(banned(980));
        assertThat(table.find(user(1), 20)).as("it was there again").isEqualTo(Standing.CLEAR);
        assertThat(table.find(MALLORY, 1_000)).isEqualTo(Standing.CLEAR);
    }

    @Test
    void saysWhichBansWereLost() {
        table.put(MALLORY, banned(1_000), 0);
        table.put(user(1), banned(1_000), 0);
        table.put(user(2), banned(15), 0);
        table.put(user(3), Standing.found(State.CHALLENGED, 1_000), 0);

        int number = table.reload();
        table.put(user(1), banned(900), 10);
        table.reloadedAfterLoss(number);

        assertThat(table.lostBans(20)).isEqualTo(Map.of(MALLORY, banned(980)));
    }

    @Test
    void whatWasLostIsClearedLikeAnythingElse() {
        table.put(MALLORY, banned(1_000), 0);
        table.reloadedAfterLoss(table.reload());

        table.clear(MALLORY, 10);

        assertThat(table.find(MALLORY, 20)).isEqualTo(Standing.CLEAR);
    }

    @Test
    void knowsWhichDimensionsItHasSeen() {
        assertThat(table.hasSeen("user")).isFalse();
        table.put(MALLORY, banned(1), 0);
        assertThat(table.hasSeen("user")).isTrue();
    }
}
