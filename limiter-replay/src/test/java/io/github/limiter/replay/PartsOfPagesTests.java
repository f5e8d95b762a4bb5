package io.github.limiter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.path.RequestPath;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What pages fetch by themselves is known by what many browsers do, not by what one client says. */
class PartsOfPagesTests {

    private static final String SITE = "https://forum.example";
    private static final String AVATAR = "/download/file.php?avatar=7.jpg";

    private final PartsOfPages parts = new PartsOfPages();
    private final ClientAddressResolver addresses = new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For");
    private final Map<Integer, AddressTally> tallies = new HashMap<>();

    private boolean asks(int reader, double second, String target, @Nullable String referrer) {
        AddressTally tally = tallies.computeIfAbsent(
                reader, one -> new AddressTally(addresses.resolve("192.0.2." + one, List.of()), 0));
        long micros = Math.round(second * 1_000_000);
        return parts.add(
                new LogLine(micros, "192.0.2." + reader, null, null, "GET", target, 200, referrer, "Firefox"),
                RequestPath.of(target),
                tally);
    }

    /** Opens a thread, whose avatar follows after a second. */
    private boolean reads(int reader, double second) {
        assertThat(asks(reader, second, "/viewtopic.php?t=" + reader, null)).isFalse();
        return asks(reader, second + 1, AVATAR, SITE + "/viewtopic.php?t=" + reader);
    }

    private void manyRead() {
        for (int reader = 1; reader < PartsOfPages.MANY; reader++) {
            assertThat(reads(reader, reader)).isFalse();
        }
        assertThat(reads(PartsOfPages.MANY, 60)).isTrue();
    }

    @Test
    void whatComesWithThePagesOfManyIsAPart() {
        manyRead();

        assertThat(reads(99, 70)).isTrue();
        assertThat(asks(99, 71, "/download/file.php?avatar=8.png", SITE + "/viewtopic.php?t=99"))
                .isTrue();
    }

    @Test
    void whoAsksForItAloneGetsNoneOfThat() {
        manyRead();

        assertThat(asks(99, 70, AVATAR, null)).isFalse();
        assertThat(asks(98, 70, AVATAR, SITE + "/viewtopic.php?t=98")).isFalse();
    }

    @Test
    void whatComesLaterIsNone() {
        manyRead();
        asks(99, 70, "/viewtopic.php?t=99", null);

        assertThat(asks(99, 74, AVATAR, SITE + "/viewtopic.php?t=99")).isFalse();
    }

    @Test
    void oneAloneMakesNoPart() {
        for (int page = 0; page < 200; page++) {
            assertThat(reads(7, page * 5)).isFalse();
        }
    }

    /** However fast: each page names the one before. */
    @Test
    void whoFollowLinksMakeNoParts() {
        for (int step = 1; step < 60; step++) {
            for (int crawler = 1; crawler <= 2 * PartsOfPages.MANY; crawler++) {
                assertThat(asks(crawler, step, "/products/" + step, SITE + "/products/" + (step - 1)))
                        .isFalse();
            }
        }
    }

    /** A page that is now and then opened at once. */
    @Test
    void whatIsMostlyAskedForOtherwiseIsNone() {
        for (int reader = 1; reader <= 200; reader++) {
            asks(reader, reader, "/", null);
            assertThat(asks(reader, reader + (reader % 3 == 0 ? 10 : 2), "/news", SITE + "/"))
                    .isFalse();
        }
    }
}
