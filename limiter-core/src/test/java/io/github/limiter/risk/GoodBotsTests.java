package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.time.ManualTime;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoodBotsTests {

    private static final String GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    private static final String BING = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
    private static final String PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    private static Caller at(String address) {
        return new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), Origin.PEER), null, null);
    }

    @ParameterizedTest
    @CsvSource({
        "66.249.66.1, VERIFIED",
        "2001:4860:4801:10::1, VERIFIED",
        "40.77.167.129, VERIFIED",
        "66.249.80.1, FALSE_CLAIM",
        "203.0.113.7, FALSE_CLAIM"
    })
    void publishedRangesSayWhoIsWhatItSays(String address, Standing standing) {
        assertThat(GoodBots.published().standing(at(address), GOOGLE)).isEqualTo(standing);
    }

    @Test
    void whoClaimsNothingIsNoLiar() {
        assertThat(GoodBots.published().standing(at("203.0.113.7"), PERSON)).isEqualTo(Standing.NO_CLAIM);
        assertThat(GoodBots.published().standing(at("203.0.113.7"), null)).isEqualTo(Standing.NO_CLAIM);
        assertThat(GoodBots.published().standing(Caller.NONE, GOOGLE)).isEqualTo(Standing.NO_CLAIM);
    }

    @Test
    void ofThoseBehindAProxyNothingIsKnown() {
        Caller hidden = new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse("66.249.66.1")), Origin.TRUSTED_PROXY),
                null,
                null);

        assertThat(GoodBots.published().standing(hidden, GOOGLE)).isEqualTo(Standing.NO_CLAIM);
    }

    @Test
    void rangesAreReadFromTheEnginesJsonAndFromLists() {
        String json =
                "{\"creationTime\": \"2026-09-02T22:00:00\", \"prefixes\": [{\"ipv6Prefix\": \"2001:4860:4801:10::/64\"},"
                        + " {\"ipv4Prefix\": \"66.249.64.0/27\"}, {\"ipv4Prefix\": \"0.0.0.0/0\"}]}";

        assertThat(GoodBot.readRanges(json)).hasToString("[66.249.64.0/27, 2001:4860:4801:10::/64]");
        assertThat(GoodBot.readRanges("# of 1/2/2026\n192.0.2.0/24\n")
                        .contains(Objects.requireNonNull(IpAddress.tryParse("192.0.2.9"))))
                .isTrue();
        assertThat(GoodBot.readRanges("nothing at all").isEmpty()).isTrue();
    }

    @Nested
    class ByDns {

        private final ManualTime time = new ManualTime(0);
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int asked;
        private boolean down;
        private long slowMicros;
        private int room = Integer.MAX_VALUE;
        private final Map<String, String> names = Map.of(
                "192.0.2.1",
                "crawl-1.googlebot.com",
                "192.0.2.2",
                "crawl-2.googlebot.com",
                "192.0.2.3",
                "evil.example");
        private final Map<String, String> addresses = Map.of(
                "crawl-1.googlebot.com",
                "192.0.2.1",
                "evil.example",
                "192.0.2.3",
                "google.com",
                "192.0.2.100",
                "search.msn.com",
                "192.0.2.101");
        private final GoodBots bots =
                new GoodBots(List.of(GoodBot.google(), GoodBot.bing()), new BotDns(new Zone(), this::queue, time));

        private void queue(Runnable question) {
            if (waiting.size() >= room) {
                throw new RejectedExecutionException();
            }
            waiting.add(question);
        }

        private final class Zone implements BotDns.Resolver {

            @Override
            public String nameOf(IpAddress address) throws UnknownHostException {
                asked++;
                time.advanceMicros(slowMicros);
                if (down) {
                    throw new UnknownHostException();
                }
                return known(names.get(address.toString()));
            }

            @Override
            public List<IpAddress> addressesOf(String name) throws UnknownHostException {
                if (down) {
                    throw new UnknownHostException();
                }
                return List.of(Objects.requireNonNull(IpAddress.tryParse(known(addresses.get(name)))));
            }

            private static String known(String answer) throws UnknownHostException {
                if (answer == null) {
                    throw new UnknownHostException();
                }
                return answer;
            }
        }

        private Standing standing(String address) {
            return bots.standing(at(address), GOOGLE);
        }

        private Standing settled(String address) {
            standing(address);
            waiting.forEach(Runnable::run);
            waiting.clear();
            return standing(address);
        }

        @Test
        void nobodyWaitsForTheAnswer() {
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.PENDING);
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.PENDING);
            assertThat(waiting).hasSize(1);
        }

        @Test
        void aNameThatLeadsBackIsTheBots() {
            assertThat(settled("192.0.2.1")).isEqualTo(Standing.VERIFIED);
        }

        @ParameterizedTest
        @CsvSource({
            "192.0.2.2, gives itself a name that does not lead back",
            "192.0.2.3, has another name",
            "192.0.2.4, has none"
        })
        void anyoneElseIsALiar(String address, String why) {
            assertThat(settled(address)).as(why).isEqualTo(Standing.FALSE_CLAIM);
        }

        @Test
        void anotherBotsNameDoesNotHelp() {
            bots.standing(at("192.0.2.1"), BING);
            waiting.forEach(Runnable::run);

            assertThat(bots.standing(at("192.0.2.1"), BING)).isEqualTo(Standing.FALSE_CLAIM);
        }

        @Test
        void anAnswerIsKeptForADay() {
            settled("192.0.2.1");
            time.advanceMicros(23 * 3_600_000_000L);
            standing("192.0.2.1");
            assertThat(asked).isEqualTo(1);

            time.advanceMicros(2 * 3_600_000_000L);
            assertThat(standing("192.0.2.1")).as("while it is asked again").isEqualTo(Standing.VERIFIED);
            assertThat(waiting).hasSize(1);
        }

        @Test
        void whatIsKnownOfAnAddressHoldsWhereItsClaimIsNotSeen() {
            assertThat(bots.standing(at("192.0.2.1"), null)).isEqualTo(Standing.NO_CLAIM);
            standing("192.0.2.1");
            assertThat(bots.standing(at("192.0.2.1"), null)).isEqualTo(Standing.PENDING);
            settled("192.0.2.1");
            assertThat(bots.standing(at("192.0.2.1"), null)).isEqualTo(Standing.VERIFIED);
            settled("192.0.2.3");
            assertThat(bots.standing(at("192.0.2.3"), null)).isEqualTo(Standing.NO_CLAIM);
        }

        @Test
        void withoutAnAnswerInTenSecondsItIsOneLikeAllOthers() {
            standing("192.0.2.1");
            time.advanceMicros(10_000_000);

            assertThat(standing("192.0.2.1")).isEqualTo(Standing.UNKNOWN);
        }

        @Test
        void theTenSecondsBeginWithTheFirstClaimAlsoWhileTheQueueIsFull() {
            room = 0;
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.PENDING);
            time.advanceMicros(9_999_999);
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.PENDING);

            for (int i = 0; i < 2_000; i++) {
                time.advanceMicros(1_000_000);
                assertThat(standing("192.0.2.1")).isEqualTo(Standing.UNKNOWN);
            }
        }

        @Test
        void aQuestionForWhichThereWasNoRoomIsAskedByALaterRequest() {
            room = 0;
            standing("192.0.2.1");
            room = 1;

            assertThat(settled("192.0.2.1")).isEqualTo(Standing.VERIFIED);
            assertThat(asked).isEqualTo(1);
        }

        @Test
        void aQuestionThatWaitsLongIsNotAskedTwice() {
            for (int i = 0; i < 100; i++) {
                standing("192.0.2.1");
                time.advanceMicros(1_000_000);
            }

            assertThat(waiting).hasSize(1);
        }

        @Test
        void anOldAnswerHoldsAsLongAgainWhereNoneCanBeHad() {
            settled("192.0.2.1");
            room = 0;
            time.advanceMicros(47 * 3_600_000_000L);
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.VERIFIED);

            time.advanceMicros(3_600_000_000L);
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.UNKNOWN);
        }

        @ParameterizedTest
        @CsvSource({"203.0.%d.%d", "2001:db8:%x:%x::1"})
        void aNetworkTakesOnePlaceInTheQueueSoThatOthersAreAsked(String pattern) {
            for (int i = 0; i < 300; i++) {
                standing(String.format(pattern, i / 200, i % 200 + 1));
            }
            assertThat(waiting).hasSize(1);

            standing("192.0.2.1");
            assertThat(waiting).hasSize(2);
        }

        @Test
        void aNetworkWhoseNamesAreSlowAndLeadToNothingRestsTenTimesAsLong() {
            slowMicros = 10_000_000;
            assertThat(settled("203.0.113.1")).isEqualTo(Standing.FALSE_CLAIM);

            time.advanceMicros(99_999_999);
            standing("203.0.113.2");
            assertThat(waiting).isEmpty();
            time.advanceMicros(1);
            standing("203.0.113.2");
            assertThat(waiting).hasSize(1);
        }

        @Test
        void aSlowNameThatIsTheBotsKeepsNobodyWaiting() {
            slowMicros = 10_000_000;
            assertThat(settled("192.0.2.1")).isEqualTo(Standing.VERIFIED);

            standing("192.0.2.2");
            assertThat(waiting).hasSize(1);
        }

        @Test
        void whoeverHasManyNetworksIsNotLetBeTenSecondsInEach() {
            int spared = 0;
            for (int i = 0; i < 5_000; i++) {
                spared += standing(String.format("2001:db8:%x:1::1", i)) == Standing.PENDING ? 1 : 0;
                time.advanceMicros(1_000);
            }

            assertThat(spared).isEqualTo(64);
        }

        @Test
        void nobodyIsALiarBecauseDnsIsDown() {
            down = true;
            assertThat(settled("192.0.2.1")).isEqualTo(Standing.UNKNOWN);
            assertThat(settled("192.0.2.4")).isEqualTo(Standing.UNKNOWN);

            down = false;
            time.advanceMicros(601_000_000);
            settled("192.0.2.1");
            settled("192.0.2.4");
            assertThat(standing("192.0.2.1")).isEqualTo(Standing.VERIFIED);
            assertThat(standing("192.0.2.4")).isEqualTo(Standing.FALSE_CLAIM);
        }

        @Test
        void aNetworkOfIpv6IsAskedAboutOnce() {
            assertThat(settled("2001:db8:1:1::1")).isEqualTo(Standing.FALSE_CLAIM);
            for (int i = 2; i < 100; i++) {
                assertThat(standing("2001:db8:1:1::" + i)).isEqualTo(Standing.FALSE_CLAIM);
            }
            assertThat(asked).isEqualTo(1);
        }
    }

    @Test
    void theMachinesResolverKnowsNoNameWhereTheJdkAnswersWithTheAddress() throws UnknownHostException {
        BotDns.Resolver system = BotDns.Resolver.system();
        IpAddress here = Objects.requireNonNull(IpAddress.tryParse("127.0.0.1"));
        assertThat(system.addressesOf("localhost")).contains(here);
        // Of documentation (RFC 5737): nobody has it.
        assertThatThrownBy(() -> system.nameOf(Objects.requireNonNull(IpAddress.tryParse("192.0.2.1"))))
                .isInstanceOf(UnknownHostException.class);
    }
}
