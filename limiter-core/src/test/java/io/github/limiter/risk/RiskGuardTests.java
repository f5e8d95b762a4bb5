package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RiskGuardTests {

    private final ManualTime time = new ManualTime(1_000_000_000_000L);
    private final List<String> banned = new ArrayList<>();
    private RiskStore store = new MemoryRiskStore(100, time);

    private static SignalRule own(String name, int points) {
        return SignalRule.of(name, name, Dimensions.IP, 1, points);
    }

    /** Does as it is told. */
    private record Scripted(String name, Callable<Long> script) implements RiskSignal {
        @Override
        public long value(RiskEvent event) {
            try {
                return script.call();
            } catch (Exception e) {
                throw Scripted.<RuntimeException>sneaky(e);
            }
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <E extends Exception> E sneaky(Exception e) throws E {
            throw (E) e;
        }
    }

    private record Own(String name, long value) implements RiskSignal {
        @Override
        public long value(RiskEvent event) {
            return value;
        }
    }

    private RiskGuard guard(Scene scene, RiskSignal... own) {
        return guard(scene, Duration.ofMinutes(1), own);
    }

    private RiskGuard guard(Scene scene, Duration deadline, RiskSignal... own) {
        return new RiskGuard(
                List.of(scene),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                store,
                GoodBots.published(),
                List.of(own),
                deadline,
                TrapPaths.of(List.of("/secret"), "honeypots"),
                (caller, subject, assessment) -> banned.add(subject.text()));
    }

    private static Scene scene(SignalRule... rules) {
        return Scene.of("test", Mode.ENFORCE, List.of(rules));
    }

    private static Caller at(String address, Origin origin) {
        return new Caller(new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), origin), null, null);
    }

    private static final Caller CALLER = at("203.0.113.7", Origin.PEER);

    private static RiskEvent event(Caller caller) {
        return event(caller, "/products/1");
    }

    private static RiskEvent event(Caller caller, String path) {
        return RiskEvent.of(
                caller, new RequestFacts("GET", RequestPath.of(path), null, "Mozilla/5.0", null, "en", true, true));
    }

    private static Assessment assess(RiskGuard guard, RiskEvent event) {
        return Objects.requireNonNull(
                guard.assess("test", event).toCompletableFuture().join());
    }

    @Nested
    class Scores {

        @Test
        void leadToWhatTheyReach() {
            RiskGuard guard = guard(scene(own("a", 50)), new Own("a", 1));
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.CHALLENGE);

            guard = guard(scene(own("a", 49)), new Own("a", 1));
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.ALLOW);

            guard = guard(scene(own("a", 50), own("b", 30)), new Own("a", 1), new Own("b", 1));
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.BLOCK);
        }

        @Test
        void growWithTheValueUpToTheCap() {
            SignalRule rule = SignalRule.of("a", "a", Dimensions.IP, 10, 20).withCap(45);

            assertThat(assess(guard(scene(rule), new Own("a", 9)), event(CALLER))
                            .score())
                    .isZero();
            assertThat(assess(guard(scene(rule), new Own("a", 10)), event(CALLER))
                            .score())
                    .isEqualTo(20);
            assertThat(assess(guard(scene(rule), new Own("a", 15)), event(CALLER))
                            .score())
                    .isEqualTo(30);
            assertThat(assess(guard(scene(rule), new Own("a", Long.MAX_VALUE)), event(CALLER))
                            .score())
                    .isEqualTo(45);
        }

        @Test
        void areExplained() {
            Assessment assessment = assess(guard(scene(own("a", 50)), new Own("a", 3)), event(CALLER));

            assertThat(assessment.explanation())
                    .isEqualTo("scene test: score 50 (challenge 50, block 80, ban 120) of"
                            + " [a 3 >= 1 of ip:203.0.113.7: +50]");
        }
    }

    @Nested
    class Bans {

        @Test
        void needTwoSignals() {
            RiskGuard two = guard(scene(own("a", 70), own("b", 50)), new Own("a", 1), new Own("b", 1));

            assertThat(assess(two, event(CALLER)).action()).isEqualTo(RiskAction.BAN);
            assertThat(banned).containsExactly("ip:203.0.113.7");
        }

        @Test
        void cannotBeConfiguredForOneSignalAlone() {
            assertThatThrownBy(() -> scene(own("a", 120)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessage(
                            "signals.a.cap: '120' is enough to ban, which no signal may do alone. Set less than ban-at,"
                                    + " 120.");
            assertThatThrownBy(() -> own("a", 1).atLeast(RiskAction.BAN))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("would let a single signal ban");
        }

        @Test
        void areNotMadeInShadow() {
            RiskGuard shadow =
                    guard(scene(own("a", 70), own("b", 50)).in(Mode.SHADOW), new Own("a", 1), new Own("b", 1));

            Assessment assessment = assess(shadow, event(CALLER));
            assertThat(assessment.action()).isEqualTo(RiskAction.BAN);
            assertThat(assessment.admits()).isTrue();
            assertThat(banned).isEmpty();
        }

        @Test
        void letTheSubjectBeginAnew() {
            SignalRule many = SignalRule.of("velocity", Signals.VELOCITY, Dimensions.IP, 3, 70);
            RiskGuard guard = guard(scene(many, own("b", 60)), new Own("b", 1));
            for (int i = 0; i < 3; i++) {
                assess(guard, event(CALLER));
            }

            assertThat(banned).hasSize(1);
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void neverHitAProxyNorWhomNothingIsKnownOf() {
            RiskGuard guard = guard(scene(own("a", 70), own("b", 50)), new Own("a", 1), new Own("b", 1));

            for (Caller caller : List.of(
                    at("10.0.0.1", Origin.TRUSTED_PROXY), at("10.0.0.1", Origin.UNCONFIGURED_PROXY), Caller.NONE)) {
                assertThat(assess(guard, event(caller)).action()).isEqualTo(RiskAction.ALLOW);
            }
            assertThat(banned).isEmpty();
        }
    }

    @Nested
    class Neighbours {

        private final SignalRule crowd = SignalRule.of("crowd", Signals.ADDRESSES, Dimensions.SUBNET, 3, 100);

        @Test
        void askForAProofAndTakeNothingAway() {
            RiskGuard guard = guard(scene(crowd));
            for (int i = 1; i < 3; i++) {
                assertThat(assess(guard, event(at("203.0.113." + i, Origin.PEER)))
                                .action())
                        .isEqualTo(RiskAction.ALLOW);
            }

            Assessment third = assess(guard, event(CALLER));
            assertThat(third.score()).isEqualTo(100);
            assertThat(third.action()).isEqualTo(RiskAction.CHALLENGE);
        }

        /** Rules that are switched off are no other signs, nor is a second rule about their number. */
        @Test
        void areASignByThemselvesWhereNothingElseIsLookedFor() {
            RiskGuard guard = guard(scene(
                    crowd,
                    SignalRule.of("larger", Signals.ADDRESSES, Dimensions.SUBNET, 10, 5),
                    SignalRule.of("off", Signals.SEQUENCE, Dimensions.SUBNET, 800, 0)));
            assess(guard, event(at("203.0.113.1", Origin.PEER)));
            assess(guard, event(at("203.0.113.2", Origin.PEER)));

            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(100);
        }

        @Test
        void areNoneBesideOtherRulesThatSayNothing() {
            assertThat(third(crowd).score()).isZero();
        }

        @Test
        void areOneBesideThemIfSomethingFollowsFromTheirNumber() {
            assertThat(third(crowd.atLeast(RiskAction.CHALLENGE)).findings()).hasSize(1);
        }

        private Assessment third(SignalRule number) {
            RiskGuard guard =
                    guard(scene(number, SignalRule.of("other", Signals.SEQUENCE, Dimensions.SUBNET, 800, 50)));
            assess(guard, event(at("203.0.113.1", Origin.PEER)));
            assess(guard, event(at("203.0.113.2", Origin.PEER)));
            return assess(guard, event(CALLER));
        }

        @Test
        void ofAnotherNetworkAreNone() {
            RiskGuard guard = guard(scene(crowd));
            for (int i = 1; i < 10; i++) {
                assertThat(assess(guard, event(at("203.0." + i + ".1", Origin.PEER)))
                                .action())
                        .isEqualTo(RiskAction.ALLOW);
            }
        }
    }

    @Nested
    class HardRules {

        @Test
        void holdWhateverTheScore() {
            SignalRule rule = own("a", 1).atLeast(RiskAction.BLOCK);

            assertThat(assess(guard(scene(rule), new Own("a", 1)), event(CALLER))
                            .action())
                    .isEqualTo(RiskAction.BLOCK);
        }

        @Test
        void aHoneypotIsRememberedForItsTime() {
            RiskGuard guard = guard(scene(SignalRule.of("honeypot", Signals.HONEYPOT, Dimensions.IP, 1, 10)
                    .within(Duration.ofMinutes(30))
                    .atLeast(RiskAction.BLOCK)));

            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.ALLOW);
            assertThat(assess(guard, event(CALLER, "/%73ecret")).action()).isEqualTo(RiskAction.BLOCK);
            time.advance(Duration.ofMinutes(29));
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.BLOCK);
            time.advance(Duration.ofMinutes(2));
            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.ALLOW);
        }
    }

    @Nested
    class ASolvedCaptcha {

        @Test
        void lowersTheScoreLessAndLess() {
            RiskGuard guard = guard(scene(own("a", 60)), new Own("a", 1));
            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(60);

            guard.relieve(CALLER);
            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(20);
            time.advance(Duration.ofMinutes(15));
            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(40);
            time.advance(Duration.ofMinutes(16));
            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(60);
        }

        @Test
        void isOneHoweverOftenItsPassIsShown() {
            RiskGuard guard = guard(scene(own("a", 60)), new Own("a", 1));
            guard.relieve(CALLER);
            time.advance(Duration.ofMinutes(15));
            guard.relieve(CALLER);

            assertThat(assess(guard, event(CALLER)).score()).isEqualTo(40);
        }
    }

    @Nested
    class WhatFails {

        static Stream<Throwable> whatASignalMayThrow() {
            return Stream.of(
                    new IllegalStateException("broken"),
                    new IOException("declared nowhere"),
                    new AssertionError("broken"),
                    new StackOverflowError(),
                    new NoClassDefFoundError("gone"));
        }

        @ParameterizedTest
        @MethodSource("whatASignalMayThrow")
        void aSignalCountsAsNothing(Throwable thrown) {
            RiskSignal failing = new Scripted("a", () -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            });

            Assessment assessment =
                    assess(guard(scene(own("a", 50), own("b", 50)), failing, new Own("b", 1)), event(CALLER));
            assertThat(assessment.findings()).hasSize(1);
            assertThat(assessment.score()).isEqualTo(50);
        }

        @Test
        void aSignalIsAskedOnAThreadThatServesNothingElse() {
            AtomicReference<String> thread = new AtomicReference<>();
            RiskSignal curious = new Scripted("a", () -> {
                thread.set(Thread.currentThread().getName());
                return 1L;
            });

            assertThat(assess(guard(scene(own("a", 50)), curious), event(CALLER))
                            .score())
                    .isEqualTo(50);
            assertThat(thread.get()).isEqualTo("limiter-signal-a");
        }

        @Test
        void aSignalIsAskedOnceForAnEventHoweverManyRulesItHas() {
            AtomicInteger asked = new AtomicInteger();
            Scene scene = scene(own("a", 10), SignalRule.of("again", "a", Dimensions.SUBNET, 1, 10));
            RiskSignal counting = new Scripted("a", () -> (long) asked.incrementAndGet());

            assess(guard(scene, counting), event(CALLER));
            assertThat(asked.get()).isEqualTo(1);
        }

        @Test
        @Timeout(60)
        void aSignalThatHangsIsWaitedForOnceAndAskedAgainWhenItIsBack() {
            CountDownLatch end = new CountDownLatch(1);
            AtomicInteger asked = new AtomicInteger();
            RiskSignal hanging = new Scripted("a", () -> {
                asked.incrementAndGet();
                end.await();
                return 1L;
            });
            RiskGuard guard = guard(scene(own("a", 90)), Duration.ofMillis(20), hanging);

            // On a busy machine it may not begin in time.
            while (asked.get() == 0) {
                assertThat(assess(guard, event(CALLER)).score()).isZero();
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(assess(guard, event(CALLER)).score()).isZero();
            }
            assertThat(asked.get()).isEqualTo(1);
            end.countDown();
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (assess(guard, event(CALLER)).score() == 0) {
                assertThat(System.nanoTime()).isLessThan(giveUp);
                Thread.onSpinWait();
            }
        }

        @Test
        void aSignalWithoutANameStopsTheStart() {
            assertThatThrownBy(() -> guard(scene(), new Own(" ", 1)))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageContaining("has no name. Return one from name()");
        }

        @Test
        void aBanRefusesAllTheSame() {
            RiskGuard guard = new RiskGuard(
                    List.of(scene(own("a", 70), own("b", 50))),
                    new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                    store,
                    GoodBots.none(),
                    List.of(new Own("a", 1), new Own("b", 1)),
                    Duration.ofMinutes(1),
                    TrapPaths.of(List.of(), "honeypots"),
                    (caller, subject, assessment) -> {
                        throw new IllegalStateException("no bans today");
                    });

            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.BAN);
        }

        @Test
        void aStoreSuspectsNobody() {
            store = new RiskStore() {
                @Override
                public CompletionStage<List<long[]>> observe(List<Observation> observations) {
                    return CompletableFuture.failedFuture(new IllegalStateException("down"));
                }

                @Override
                public CompletionStage<Void> forget(Observation observation) {
                    return CompletableFuture.failedFuture(new IllegalStateException("down"));
                }
            };

            assertThat(assess(guard(scene(own("a", 90)), new Own("a", 1)), event(CALLER))
                            .action())
                    .isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void aDimensionLooksAtNobody() {
            DimensionResolver failing = new DimensionResolver() {
                @Override
                public String name() {
                    return "tenant";
                }

                @Override
                public Subject resolve(Caller caller, String policy) {
                    throw new IllegalStateException("broken");
                }
            };
            RiskGuard guard = new RiskGuard(
                    List.of(scene(SignalRule.of("a", "a", "tenant", 1, 90))),
                    new DimensionRegistry(64, MissingUser.SKIP, List.of(failing)),
                    store,
                    GoodBots.none(),
                    List.of(new Own("a", 1)),
                    TrapPaths.of(List.of(), "honeypots"),
                    Sanctions.NONE);

            assertThat(assess(guard, event(CALLER)).action()).isEqualTo(RiskAction.ALLOW);
        }

        @Test
        void anUnknownSignalStopsTheStartAndSaysWhatThereIs() {
            assertThatThrownBy(() -> guard(scene(own("velocty", 10))))
                    .isInstanceOf(InvalidConfigurationException.class)
                    .hasMessageStartingWith(
                            "limiter.risk.scenes.test.signals.velocty.signal: 'velocty' is not known. Use one"
                                    + " of accounts, addresses, agents,")
                    .hasMessageEndingWith("or declare a RiskSignal bean of that name.");
        }
    }

    @Test
    void anAddressThatStandsInForAUserIsNoUser() {
        RiskGuard guard = new RiskGuard(
                List.of(scene(
                        SignalRule.of("velocity", Signals.VELOCITY, Dimensions.IP, 3, 50),
                        SignalRule.of("user-velocity", Signals.VELOCITY, Dimensions.USER, 1, 50))),
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                store,
                GoodBots.none(),
                List.of(),
                TrapPaths.of(List.of(), "honeypots"),
                Sanctions.NONE);
        assess(guard, event(CALLER));
        assess(guard, event(CALLER));

        assertThat(assess(guard, event(CALLER)).findings())
                .extracting(finding -> finding.rule().name())
                .containsExactly("velocity");
    }

    @Nested
    class AClaimThatIsLookedUp {

        private final List<Runnable> waiting = new ArrayList<>();
        private final GoodBots bots = new GoodBots(
                List.of(GoodBot.google()),
                new BotDns(
                        new BotDns.Resolver() {
                            @Override
                            public String nameOf(IpAddress address) {
                                return "somebody.example";
                            }

                            @Override
                            public List<IpAddress> addressesOf(String name) {
                                return List.of();
                            }
                        },
                        waiting::add,
                        time));
        private final RiskGuard guard = new RiskGuard(
                List.of(scene(SignalRule.of("velocity", Signals.VELOCITY, Dimensions.IP, 5, 50))),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                store,
                bots,
                List.of(),
                TrapPaths.of(List.of(), "honeypots"),
                Sanctions.NONE);

        private RiskAction visit(String address) {
            RequestFacts request =
                    new RequestFacts("GET", RequestPath.of("/"), null, "Googlebot/2.1", null, null, true, true);
            return assess(guard, RiskEvent.of(at(address, Origin.PEER), request))
                    .action();
        }

        @Test
        void isLetBeMeanwhileAndRemembersWhatItDid() {
            for (int i = 0; i < 10; i++) {
                assertThat(visit("203.0.113.7")).isEqualTo(RiskAction.ALLOW);
            }
            waiting.forEach(Runnable::run);

            assertThat(visit("203.0.113.7")).isEqualTo(RiskAction.CHALLENGE);
        }

        @Test
        void isNoWayOutForWhoeverHasAWholeNetwork() {
            visit("2001:db8:1:1::1");
            waiting.forEach(Runnable::run);
            int refused = 0;
            for (int i = 2; i < 100; i++) {
                refused += visit("2001:db8:1:1::" + i) == RiskAction.ALLOW ? 0 : 1;
            }

            assertThat(refused).isEqualTo(98 - 3);
        }
    }

    @Test
    void verifiedBotsAreLetBe() {
        RiskGuard guard = guard(scene(own("a", 90)), new Own("a", 1));

        assertThat(assess(guard, event(at("66.249.66.1", Origin.PEER))).action())
                .isEqualTo(RiskAction.ALLOW);
    }

    @Test
    void aSceneThatIsOffSaysNothing() {
        assertThat(guard(scene())
                        .assess("another", event(CALLER))
                        .toCompletableFuture()
                        .join())
                .isNull();
    }

    @Test
    void theStoreForgetsTheLeastRecentlySeen() {
        MemoryRiskStore small = new MemoryRiskStore(100, time);
        store = small;
        RiskGuard guard = guard(scene(SignalRule.of("velocity", Signals.VELOCITY, Dimensions.IP, 3, 50)));
        for (int i = 0; i < 10_000; i++) {
            assess(guard, event(at("198.18." + i / 250 + '.' + i % 250, Origin.PEER)));
        }

        assertThat(small.size()).isEqualTo(100);
    }
}
