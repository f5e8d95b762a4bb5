package io.github.limiter.ban;

import static io.github.limiter.ban.BanStoreContract.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.ban.BanEvent.Kind;
import io.github.limiter.ban.BanExemption.Mercy;
import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BansTests {

    private static final Subject ADDRESS = Subject.of("ip", "203.0.113.7");
    private static final BanRule TWO = BanRule.of("limited", 2, Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final ClientAddressResolver ADDRESSES =
            new ClientAddressResolver(CidrSet.parse(List.of("10.0.0.1")), "X-Forwarded-For");

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryBanStore store = new MemoryBanStore(1_000, time);
    private final List<BanEvent> events = new ArrayList<>();
    private final Set<String> allowed = new HashSet<>();
    private Mercy mercy = Mercy.NONE;
    private final Bans bans = bans();

    private Bans bans() {
        return bans(store, BanSettings.DEFAULT);
    }

    private Bans bans(BanStore store, BanSettings settings) {
        Immunity immunity = new Immunity() {
            @Override
            public boolean covers(Caller caller) {
                return allowed.contains(String.valueOf(caller.user()));
            }

            @Override
            public boolean covers(Subject subject) {
                return allowed.contains(subject.value());
            }
        };
        return new Bans(
                store,
                settings,
                new DimensionRegistry(64, MissingUser.IP, caller -> caller.user() == null ? null : "d-1", List.of()),
                immunity,
                List.of((caller, subject, rule) -> mercy),
                (caller, rule, at) -> new Offence(at, rule, "GET", "/seen", 429, "curl"),
                List.of(events::add));
    }

    private static Caller caller(String peer, @Nullable String user) {
        return new Caller(ADDRESSES.resolve(peer, List.of()), user, "a request");
    }

    private Standing strike(Caller caller) {
        return join(bans.strike(caller, TWO, null, null));
    }

    @Nested
    class ACaller {

        private final Caller mallory = caller("203.0.113.7", "mallory");

        @Test
        void isInTheClearWhileNobodyIsBanned() {
            assertThat(bans.find(mallory)).isEqualTo(Standing.CLEAR);
        }

        @Test
        void isBannedAsAddress() {
            join(bans.ban(ADDRESS, Duration.ofHours(1), "r", "admin"));

            assertThat(bans.find(mallory).isBanned()).isTrue();
            assertThat(bans.find(caller("203.0.113.8", "mallory")).isBanned()).isFalse();
        }

        @Test
        void isBannedAsUser() {
            join(bans.ban(Subject.of("user", "mallory"), null, "r", "admin"));

            assertThat(bans.find(mallory).isBanned()).isTrue();
            assertThat(bans.find(caller("203.0.113.7", null)).isBanned()).isFalse();
        }

        @Test
        void isBannedAsNetwork() {
            join(bans.ban(Subject.ofText("subnet:203.0.113.0/24", null), null, "r", "admin"));

            assertThat(bans.find(caller("203.0.113.9", null)).isBanned()).isTrue();
        }

        @Test
        void isBannedAsDevice() {
            join(bans.ban(Subject.of("device", "d-1"), null, "r", "admin"));

            assertThat(bans.find(mallory).isBanned()).isTrue();
            assertThat(bans.find(caller("203.0.113.7", null)).isBanned()).isFalse();
        }

        @Test
        void standsAsTheWorstOfThem() {
            join(bans.challenge(ADDRESS, "test"));
            join(bans.ban(Subject.of("user", "mallory"), Duration.ofHours(1), "r", "admin"));

            assertThat(bans.find(mallory).state()).isEqualTo(State.BANNED);
            assertThat(bans.find(caller("203.0.113.7", null)).state()).isEqualTo(State.CHALLENGED);
        }

        @Test
        void isNoneBehindATrustedProxyThatHidesIt() {
            join(bans.ban(Subject.of("ip", "10.0.0.1"), null, "r", "admin"));

            assertThat(bans.find(caller("10.0.0.1", null))).isEqualTo(Standing.CLEAR);
        }

        @Test
        void isFreeWhenTheBanIsOver() {
            join(bans.ban(ADDRESS, Duration.ofHours(1), "r", "admin"));
            time.advance(Duration.ofHours(1));

            assertThat(bans.find(mallory)).isEqualTo(Standing.CLEAR);
        }
    }

    @Nested
    class AStrike {

        @Test
        void hitsTheAddressOfTheCaller() {
            strike(caller("203.0.113.7", "mallory"));

            assertThat(strike(caller("203.0.113.7", "someone-else")).isBanned()).isTrue();
            assertThat(bans.find(ADDRESS).isBanned()).isTrue();
        }

        @Test
        void hitsWhomTheRuleNames() {
            BanRule users = TWO.withStrikes(1).withDimensions(Set.of("user"));

            join(bans.strike(caller("203.0.113.7", "mallory"), users, null, null));
            join(bans.strike(caller("203.0.113.8", null), users, null, null));

            assertThat(bans.find(Subject.of("user", "mallory")).isBanned()).isTrue();
            assertThat(bans.find(ADDRESS)).isEqualTo(Standing.CLEAR);
            assertThat(events).hasSize(1);
        }

        @Test
        void hitsNobodyOnTheAllowList() {
            allowed.add("carol");

            strike(caller("203.0.113.7", "carol"));

            assertThat(events).isEmpty();
        }

        @Test
        void hitsNoProxyAndNobodyUnknown() {
            strike(caller("10.0.0.1", null));
            strike(caller("unix:", null));
            strike(new Caller(null, null, null));

            assertThat(events).isEmpty();
        }

        @Test
        void hitsNobodyWhoIsExempt() {
            mercy = Mercy.FULL;

            strike(caller("203.0.113.7", null));

            assertThat(events).isEmpty();
        }

        @Test
        void onlyChallengesWhomAnExemptionSparesTheBan() {
            mercy = Mercy.CHALLENGE_ONLY;
            strike(caller("203.0.113.7", null));

            assertThat(strike(caller("203.0.113.7", null)).state()).isEqualTo(State.CHALLENGED);
            assertThat(events).extracting(BanEvent::kind).containsExactly(Kind.STRUCK, Kind.CHALLENGED);
        }

        @Test
        void hitsNobodyIfTheStoreFails() {
            Bans failing = new Bans(
                    new FailingBanStore(),
                    BanSettings.DEFAULT,
                    new DimensionRegistry(64, MissingUser.IP, List.of()),
                    Immunity.NOBODY,
                    List.of(),
                    Witness.NONE,
                    List.of(events::add));

            assertThat(join(failing.strike(caller("203.0.113.7", null), TWO, null, null)))
                    .isEqualTo(Standing.CLEAR);
            assertThat(failing.find(ADDRESS)).isEqualTo(Standing.CLEAR);
            assertThat(failing.isCertain()).isFalse();
            assertThat(join(failing.standing(caller("203.0.113.7", null)))).isEqualTo(Standing.CLEAR);
            assertThat(events).isEmpty();
        }

        @Test
        void bansForAMomentWhomAnExemptionSparesTheBanIfNobodyAsksForCaptchas() {
            mercy = Mercy.CHALLENGE_ONLY;
            Bans unasking = bans(store, new BanSettings(10, Duration.ofMillis(50), Duration.ofDays(1), 0.05, false));
            join(unasking.strike(caller("203.0.113.7", null), TWO, null, null));

            assertThat(join(unasking.strike(caller("203.0.113.7", null), TWO, null, null)))
                    .isEqualTo(new Standing(State.BANNED, 60_000_000, Standing.Change.BEGAN, 0));
        }

        @Test
        void ofWhatOneIsDoingHasThatAsEvidence() {
            Caller caller = caller("203.0.113.7", null);
            join(bans.strike(caller, TWO, 400));
            join(bans.strike(caller, ADDRESS, TWO, 403));

            assertThat(join(bans.evidence(ADDRESS)).offences())
                    .extracting(Offence::rule, Offence::path, Offence::status)
                    .containsExactly(tuple("limited", "/seen", 400), tuple("limited", "/seen", 403));
        }

        @Test
        void hitsNoOtherSubjectOfACallerWhoIsSpared() {
            allowed.add("alice");

            join(bans.strike(caller("203.0.113.7", "alice"), ADDRESS, TWO.withStrikes(1), 403));

            assertThat(bans.find(ADDRESS)).isEqualTo(Standing.CLEAR);
        }

        @Test
        void thatIsCountedIsKeptAsEvidence() {
            Offence offence = new Offence(Instant.EPOCH, "limited", "GET", "/a?secret=1", 404, "curl");
            join(bans.strike(caller("203.0.113.7", null), TWO, null, offence));

            assertThat(join(bans.evidence(ADDRESS)).offences())
                    .containsExactly(new Offence(Instant.EPOCH, "limited", "GET", "/a", 404, "curl"));
        }
    }

    @Nested
    class ByHand {

        @Test
        void nobodyOnTheAllowListIsBanned() {
            allowed.add("203.0.113.7");

            assertThatThrownBy(() -> bans.ban(ADDRESS, null, "r", "admin"))
                    .isInstanceOf(ImmuneException.class)
                    .hasMessage("ip:203.0.113.7 is on the allow-list, which no ban overrides."
                            + " Remove it from limiter.allow-list first");
        }

        @Test
        void nobodyIsBannedWhoIsEverybody() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bans.ban(Subject.of("interface", "orders"), null, "r", "admin"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bans.ban(Subject.ofText("global", null), null, "r", "admin"));
        }

        @Test
        void noBanIsLongerOrShorterThanABanCanBe() {
            assertThatIllegalArgumentException().isThrownBy(() -> bans.ban(ADDRESS, Duration.ZERO, "r", "admin"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bans.ban(ADDRESS, Duration.ofDays(3_661), "r", "admin"));
        }

        @Test
        void everythingIsToldToListeners() {
            strike(caller("203.0.113.7", null));
            strike(caller("203.0.113.7", null));
            join(bans.lift(ADDRESS, "admin"));
            join(bans.challenge(ADDRESS, "scene"));
            join(bans.pardon(ADDRESS));
            join(bans.strike(caller("203.0.113.7", null), TWO.withStrikes(1).withBans(List.of()), null, null));
            join(bans.confirm(ADDRESS, "admin"));
            join(bans.ban(ADDRESS, Duration.ofHours(1), "scraping", "admin"));

            assertThat(events)
                    .extracting(BanEvent::kind)
                    .containsExactly(
                            Kind.STRUCK,
                            Kind.BANNED,
                            Kind.LIFTED,
                            Kind.CHALLENGED,
                            Kind.PARDONED,
                            Kind.BANNED,
                            Kind.CONFIRMED,
                            Kind.BANNED);
            assertThat(events.get(7))
                    .isEqualTo(new BanEvent(
                            Kind.BANNED,
                            ADDRESS,
                            Ban.MANUAL,
                            Standing.found(State.BANNED, 3_600_000_000L),
                            "admin",
                            "scraping"));
        }

        @Test
        void aLiftedSubjectIsFreeAtOnce() {
            join(bans.ban(ADDRESS, null, "r", "admin"));
            join(bans.lift(ADDRESS, "admin"));

            assertThat(bans.find(ADDRESS)).isEqualTo(Standing.CLEAR);
        }
    }

    @Test
    void aNodeThatBeginsKnowsTheBansThatThereAre() {
        join(bans.ban(ADDRESS, Duration.ofHours(1), "r", "admin"));
        join(bans.challenge(Subject.of("user", "mallory"), "test"));
        time.advance(Duration.ofMinutes(5));

        Bans other = bans();

        assertThat(other.isCertain()).isTrue();
        assertThat(other.find(ADDRESS)).isEqualTo(Standing.found(State.BANNED, 3_300_000_000L));
        assertThat(other.find(Subject.of("user", "mallory"))).isEqualTo(Standing.found(State.CHALLENGED, 300_000_000L));
    }

    @Test
    void aStoreThatForgetsAllFreesAll() {
        join(bans.ban(ADDRESS, null, "r", "admin"));
        strike(caller("203.0.113.8", null));

        store.forgetAll();

        assertThat(bans.find(ADDRESS)).isEqualTo(Standing.CLEAR);
        assertThat(bans.isCertain()).isTrue();
        assertThat(store.size()).isZero();
        assertThat(strike(caller("203.0.113.8", null)).isBanned()).isFalse();
        assertThat(events).last().extracting(BanEvent::kind).isEqualTo(Kind.STRUCK);
    }

    @Test
    void aNodeThatKnowsTooFewAsksTheStore() {
        Bans small = new Bans(
                store,
                new BanSettings(1, Duration.ofSeconds(10), Duration.ofDays(1), 0.05, true),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());
        join(bans.ban(Subject.of("user", "first"), null, "r", "admin"));
        join(bans.ban(ADDRESS, Duration.ofHours(1), "r", "admin"));
        Caller caller = caller("203.0.113.7", null);

        assertThat(small.isCertain()).isFalse();
        assertThat(small.find(caller)).isEqualTo(Standing.CLEAR);
        assertThat(join(small.standing(caller)).isBanned()).isTrue();
        assertThat(join(small.standing(caller("203.0.113.8", null)))).isEqualTo(Standing.CLEAR);
        time.advance(Duration.ofHours(1));
        assertThat(small.isCertain()).isTrue();
    }

    @Test
    void aNodeThatHasNoRoomForAllChallengesSaysSo() {
        for (int i = 0; i < 3; i++) {
            join(bans.challenge(Subject.of("user", "u" + i), "test"));
        }

        assertThat(bans(store, new BanSettings(3, Duration.ofSeconds(10), Duration.ofDays(1), 0.05, true))
                        .isCertain())
                .as("there may be more")
                .isFalse();
        assertThat(bans(store, new BanSettings(4, Duration.ofSeconds(10), Duration.ofDays(1), 0.05, true))
                        .isCertain())
                .isTrue();
    }

    /** The same path, again and again. */
    @Nested
    class ARepeatedOffence {

        private final Caller scanner = caller("203.0.113.7", null);
        private final AtomicInteger asked = new AtomicInteger();
        private final Bans counted = bans(counting(store), BanSettings.DEFAULT);
        private final BanRule probing = BanRule.of("probing", 2, Duration.ofMinutes(1), Duration.ofMinutes(5))
                .ofDistinctItems();

        private BanStore counting(BanStore store) {
            return (BanStore) Proxy.newProxyInstance(
                    BanStore.class.getClassLoader(), new Class<?>[] {BanStore.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("strike")) {
                            asked.incrementAndGet();
                        }
                        return method.invoke(store, arguments);
                    });
        }

        private Standing probe(String path) {
            return join(counted.strike(scanner, probing, path, null));
        }

        @Test
        void isKnownHereAndAsksNoStore() {
            for (int i = 0; i < 1_000; i++) {
                assertThat(probe("/missing")).matches(after -> !after.isBanned());
            }

            assertThat(asked.get()).isEqualTo(1);
            assertThat(probe("/another").isBanned()).isTrue();
        }

        @Test
        void isCountedAgainBeforeItCouldBeForgotten() {
            probe("/missing");
            for (int second = 0; second < 90; second++) {
                time.advance(Duration.ofSeconds(1));
                probe("/missing");
            }

            assertThat(asked.get()).isLessThan(20);
            assertThat(probe("/another").isBanned())
                    .as("the first one was repeated within the minute")
                    .isTrue();
        }

        @Test
        void ofSomebodyElseIsAnother() {
            probe("/missing");
            join(counted.strike(caller("203.0.113.8", null), probing, "/missing", null));

            assertThat(asked.get()).isEqualTo(2);
        }

        @Test
        void isForgottenWithTheStrikes() {
            probe("/missing");
            join(counted.lift(ADDRESS, "admin"));

            probe("/missing");

            assertThat(asked.get()).isEqualTo(2);
            assertThat(probe("/another").isBanned()).isTrue();
        }

        @Test
        void isAskedAboutWhereEachCounts() {
            for (int i = 0; i < 3; i++) {
                join(counted.strike(scanner, probing.withStrikes(5), null, null));
            }

            assertThat(asked.get()).isEqualTo(3);
        }

        @Test
        void withinTheSpacingOfItsRuleAsksNoStore() {
            BanRule spaced = BanRule.of("spaced", 3, Duration.ofMinutes(1), Duration.ofMinutes(5))
                    .withSpacing(Duration.ofSeconds(5));
            for (int second = 0; second < 10; second++) {
                join(counted.strike(scanner, spaced, null, null));
                time.advance(Duration.ofSeconds(1));
            }

            assertThat(asked.get()).isEqualTo(2);
            assertThat(join(counted.strike(scanner, spaced, null, null)).isBanned())
                    .isTrue();
        }
    }
}
