package io.github.limiter.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.BanRule.Repeat;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BanRuleTests {

    private static final BanRule RULE = BanRule.of("own", 3, Duration.ofMinutes(1), Duration.ofMinutes(5));

    static Stream<Arguments> whatCannotBe() {
        return Stream.of(
                cannotBe(rule -> BanRule.of("a b", 1, Duration.ofMinutes(1)), "name: 'a b'"),
                cannotBe(rule -> BanRule.of("", 1, Duration.ofMinutes(1)), "name: ''"),
                cannotBe(rule -> BanRule.of("repeat", 1, Duration.ofMinutes(1)), "name: 'repeat'"),
                cannotBe(rule -> rule.withStrikes(0), "strikes: '0'"),
                cannotBe(rule -> rule.withStrikes(1_001), "strikes: '1001'"),
                cannotBe(rule -> rule.withWithin(Duration.ZERO), "within: 'PT0S'"),
                cannotBe(rule -> rule.withWithin(Duration.ofDays(367)), "within: 'PT8808H'"),
                cannotBe(rule -> rule.withBans(List.of(Duration.ZERO)), "ban: 'PT0S'"),
                cannotBe(rule -> rule.withBans(List.of(Duration.ofDays(3_661))), "ban: 'PT87864H'"),
                cannotBe(rule -> rule.withBans(Collections.nCopies(17, Duration.ofDays(1))), "ban: "),
                cannotBe(rule -> rule.withSpacing(Duration.ofSeconds(-1)), "spacing: 'PT-1S'"),
                cannotBe(
                        rule -> rule.withSpacing(Duration.ofSeconds(30)),
                        "spacing: 'PT30S' leaves no room for 3 strikes"),
                cannotBe(rule -> rule.withChallengeAt(-1), "challengeAt: '-1'"),
                cannotBe(rule -> rule.withRepeat(new Repeat(-1, Duration.ofHours(1))), "repeat.strikes: '-1'"),
                cannotBe(rule -> rule.withRepeat(new Repeat(3, Duration.ZERO)), "repeat.within: 'PT0S'"));
    }

    private static Arguments cannotBe(UnaryOperator<BanRule> change, String message) {
        return Arguments.of(change, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("whatCannotBe")
    void isRefused(UnaryOperator<BanRule> change, String message) {
        assertThatThrownBy(() -> change.apply(RULE))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void mayBeSpacedAsLongAsItsStrikesFit() {
        assertThat(RULE.withSpacing(Duration.ofMillis(29_999)).spacing()).isEqualTo(Duration.ofMillis(29_999));
        assertThat(RULE.withStrikes(1).withSpacing(Duration.ZERO).spacing()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"ip,true", "user,true", "device,true", "tenant,true", "global,false", "interface,false", "subnet,false"
    })
    void hitsNobodyWhoIsMany(String dimension, boolean hits) {
        assertThat(RULE.mayHit(dimension)).isEqualTo(hits);
    }

    @Test
    void hitsOnlyWhomItNames() {
        BanRule rule = RULE.withDimensions(Set.of("USER", "subnet"));

        assertThat(rule.mayHit("user")).isTrue();
        assertThat(rule.mayHit("ip")).isFalse();
        assertThat(rule.mayHit("subnet")).isFalse();
    }

    @Test
    void changesOneThingAtATime() {
        BanRule changed = RULE.withMode(Mode.SHADOW)
                .withChallengeAt(2)
                .ofDistinctItems()
                .challengingOnly()
                .countingWhileBanned();

        assertThat(changed)
                .isEqualTo(new BanRule(
                        "own",
                        3,
                        Duration.ofMinutes(1),
                        List.of(Duration.ofMinutes(5)),
                        Duration.ZERO,
                        true,
                        2,
                        Set.of(),
                        Mode.SHADOW,
                        Repeat.DEFAULT,
                        true,
                        true,
                        true));
        assertThat(changed.isShadow()).isTrue();
    }

    @Test
    void asksForNothingWhereNobodyAsksForCaptchas() {
        BanRule without = RULE.withChallengeAt(2).withoutChallenges();

        assertThat(without.challenges()).isFalse();
        assertThat(without.challengeAt()).isZero();
    }

    @Test
    void bansThoseWhomItSparesForAMinuteAtMost() {
        assertThat(RULE.shortBan()).isEqualTo(Duration.ofMinutes(1));
        assertThat(RULE.withBans(List.of()).shortBan()).isEqualTo(Duration.ofMinutes(1));
        assertThat(RULE.withBans(List.of(Duration.ofSeconds(20), Duration.ofHours(1)))
                        .shortBan())
                .isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void hasTheDefaultsOfTheArticle() {
        assertThat(List.of(BanRule.LIMITED, BanRule.PROBING, BanRule.HONEYPOT, BanRule.FAILED_LOGINS))
                .extracting(
                        BanRule::name,
                        BanRule::strikes,
                        rule -> rule.within().toMinutes(),
                        rule -> rule.bans().get(0).toMinutes())
                .containsExactly(
                        tuple("limited", 3, 1L, 5L),
                        tuple("probing", 10, 1L, 30L),
                        tuple("honeypot", 1, 1L, 30L),
                        tuple("failed-logins", 10, 5L, 15L));
        assertThat(BanRule.LIMITED.spacing()).isEqualTo(Duration.ofSeconds(5));
        assertThat(Repeat.DEFAULT).isEqualTo(new Repeat(3, Duration.ofHours(24)));
    }
}
