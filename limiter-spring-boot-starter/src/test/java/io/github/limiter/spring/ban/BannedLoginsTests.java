package io.github.limiter.spring.ban;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BannedLoginsTests {

    private final ManualTime time = new ManualTime(0);
    private final BannedLogins logins = new BannedLogins(time, new DimensionRegistry(64, MissingUser.IP, List.of()));

    @Test
    void fiveWrongPasswordsAreAllThatAnAddressHas() {
        Caller guesser = at("203.0.113.7");

        assertThat(wrong(guesser, 9)).isEqualTo(5);
        assertThat(wrong(at("203.0.113.8"), 9)).as("another address").isEqualTo(5);
    }

    @Test
    void oneIpv6NetworkIsOneAddress() {
        assertThat(wrong(at("2001:db8:1:1::1"), 3)).isEqualTo(3);
        assertThat(wrong(at("2001:db8:1:1:ffff::9"), 9)).isEqualTo(2);
    }

    @Test
    void aPauseAfterTheLastOneEndsIt() {
        Caller guesser = at("203.0.113.7");
        wrong(guesser, 4);
        time.advance(BannedLogins.MEMORY.minusSeconds(1));
        assertThat(wrong(guesser, 9)).isEqualTo(1);

        time.advance(BannedLogins.MEMORY.minusSeconds(1));
        assertThat(wrong(guesser, 9))
                .as("no window that begins anew in between")
                .isZero();
        time.advance(BannedLogins.MEMORY);
        assertThat(wrong(guesser, 9)).isEqualTo(5);
    }

    @Test
    void rightPasswordsCostNothing() {
        Caller operator = at("203.0.113.7");
        wrong(operator, 4);
        for (int i = 0; i < 99; i++) {
            logins.end(Objects.requireNonNull(logins.begin(operator)), false);
        }

        assertThat(wrong(operator, 9)).isEqualTo(1);
    }

    @Test
    void manyAtOnceAreNoMore() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            int begun = 0;
            Callable<Subject> attempt = () -> logins.begin(at("203.0.113.7"));
            for (Future<Subject> result : threads.invokeAll(
                    IntStream.range(0, 64).mapToObj(i -> attempt).toList())) {
                begun += result.get() == null ? 0 : 1;
            }

            assertThat(begun).isEqualTo(BannedLogins.ATTEMPTS);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void noMoreAddressesAreRememberedThanThereIsRoomForAndNoneIsForgottenEarly() {
        for (int i = 0; i < BannedLogins.MAX_ADDRESSES; i++) {
            wrong(at("10.0." + i / 250 + "." + (i % 250 + 1)), 5);
        }

        assertThat(wrong(at("203.0.113.7"), 1)).isZero();
        assertThat(wrong(at("10.0.0.1"), 1)).isZero();
        time.advance(BannedLogins.MEMORY);
        assertThat(wrong(at("203.0.113.7"), 1)).isEqualTo(1);
        assertThat(logins.size()).isEqualTo(BannedLogins.MAX_ADDRESSES);
    }

    @Test
    void rightPasswordsAreNotRemembered() {
        logins.end(Objects.requireNonNull(logins.begin(at("203.0.113.7"))), false);

        assertThat(logins.size()).isZero();
    }

    /** How many of so many are let try. */
    private int wrong(Caller guesser, int times) {
        int tried = 0;
        for (int i = 0; i < times; i++) {
            Subject address = logins.begin(guesser);
            if (address != null) {
                logins.end(address, true);
                tried++;
            }
        }
        return tried;
    }

    private static Caller at(String address) {
        return new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), Origin.PEER), null, null);
    }
}
