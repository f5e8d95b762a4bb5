package io.github.limiter.ban;

import static io.github.limiter.ban.BanStoreContract.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Those who come from a million addresses take no more room than there is. */
class BanBoundTests {

    private static final int MILLION = 1_000_000;
    private static final int BOUND = 10_000;

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryBanStore store = new MemoryBanStore(BOUND, time);

    private static Subject address(int number) {
        return Subject.of("ip", (number >> 16 & 255) + ".7." + (number >> 8 & 255) + '.' + (number & 255));
    }

    @Test
    void aMillionBannedAddressesAreBounded() {
        Bans bans = new Bans(
                store,
                new BanSettings(BOUND / 2, Duration.ofMillis(50), Duration.ofDays(1), 0.05, true),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());

        for (int i = 0; i < MILLION; i++) {
            assertThatBegins(store.strike(address(i), BanRule.HONEYPOT, null, time.micros())
                    .change());
            time.advanceMicros(10);
        }

        assertThat(store.size()).isLessThanOrEqualTo(BOUND);
        assertThat(bans.isCertain()).as("there are more than it keeps").isFalse();
        assertThat(join(bans.list(null, 1_000)).bans()).hasSize(1_000);
    }

    /** AssertJ takes as long as all the rest. */
    private static void assertThatBegins(Change change) {
        if (change != Change.BEGAN) {
            throw new AssertionError(change);
        }
    }

    @Test
    void aMillionBannedAddressesTakeNoMoreOfTheHeapThanTheBoundAllows() {
        Bans bans = new Bans(
                store,
                new BanSettings(BOUND, Duration.ofMillis(50), Duration.ofDays(1), 0.05, true),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());
        Offence offence = new Offence(Instant.EPOCH, "honeypot", "GET", "/.env", 403, "curl/8.5.0");
        long before = used();

        for (int i = 0; i < MILLION; i++) {
            bans.strike(address(i), BanRule.HONEYPOT, "/.env", offence);
            time.advanceMicros(10);
        }

        assertThat((used() - before) / BOUND)
                .as("bytes for each of those that are kept")
                .isLessThan(4_000);
        assertThat(bans.find(address(MILLION - 1)).isBanned() || !bans.isCertain())
                .isTrue();
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    @Test
    void aMillionStruckAddressesAreBoundedAndPushOutNoBan() {
        join(store.ban(Subject.of("user", "mallory"), Duration.ofDays(1), "r", "admin"));
        join(store.strike(address(0), BanRule.HONEYPOT, null));

        for (int i = 1; i < MILLION; i++) {
            store.strike(address(i), BanRule.LIMITED, null, time.micros());
        }

        assertThat(store.size()).isLessThanOrEqualTo(BOUND);
        assertThat(join(store.standing(Subject.of("user", "mallory"))).isBanned())
                .isTrue();
        assertThat(join(store.standing(address(0))).isBanned()).isTrue();
    }

    @Test
    void bansByHandGoLast() {
        MemoryBanStore small = new MemoryBanStore(10, time);
        join(small.ban(Subject.of("user", "mallory"), null, "r", "admin"));

        IntStream.range(0, 1_000).forEach(i -> small.strike(address(i), BanRule.HONEYPOT, null, time.micros()));

        assertThat(join(small.standing(Subject.of("user", "mallory"))).isBanned())
                .isTrue();
    }

    @Test
    void thoseThatAreOverMakeRoom() {
        MemoryBanStore small = new MemoryBanStore(10, time);
        IntStream.range(0, 10).forEach(i -> small.strike(address(i), BanRule.HONEYPOT, null, time.micros()));
        time.advance(Duration.ofDays(2));

        IntStream.range(100, 105).forEach(i -> small.strike(address(i), BanRule.HONEYPOT, null, time.micros()));

        assertThat(IntStream.range(100, 105)
                        .allMatch(i -> join(small.standing(address(i))).isBanned()))
                .isTrue();
    }

    @Test
    void aBoundIsPositive() {
        assertThatThrownBy(() -> new MemoryBanStore(0, time)).isInstanceOf(InvalidConfigurationException.class);
    }
}
