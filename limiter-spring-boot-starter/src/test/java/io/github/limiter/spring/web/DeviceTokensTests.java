package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTokensTests {

    private static final String SECRET = "a secret of thirty-two characters";
    private static final String ADDRESS = "203.0.113.7";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MONTH = Duration.ofDays(30);

    private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final DeviceTokens tokens = tokens(SECRET);

    private DeviceTokens tokens(String... secrets) {
        return new DeviceTokens(List.of(secrets), MINUTE, MONTH, 32, time);
    }

    @Nested
    class AToken {

        private final String token = tokens.issue(ADDRESS);

        @Test
        void isBoundedPlainAndFitForACookie() {
            assertThat(token).hasSizeLessThanOrEqualTo(128).matches("v1\\.[\\w-]{22}\\.\\d+\\.[\\w-]{43}");
        }

        @Test
        void namesADeviceBy128Bits() {
            assertThat(Base64.getUrlDecoder().decode(tokens.read(token).id())).hasSize(16);
        }

        @Test
        void isNotGoodBeforeItHasAMinimumAge() {
            assertThat(tokens.read(token).known()).isFalse();
            time.advance(MINUTE.minusSeconds(1));
            assertThat(tokens.read(token).known()).isFalse();
            time.advance(Duration.ofSeconds(1));
            assertThat(tokens.read(token).known()).isTrue();
        }

        @Test
        void expires() {
            time.advance(MONTH);
            assertThat(tokens.read(token).known()).isTrue();
            time.advance(Duration.ofSeconds(1));
            assertThat(tokens.read(token)).isNull();
        }

        @Test
        void ofANodeWhoseClockIsAheadIsYoung() {
            ManualTime ahead = new ManualTime(time.micros() + MINUTE.toSeconds() * 5_000_000);
            String early = new DeviceTokens(List.of(SECRET), MINUTE, MONTH, 32, ahead).issue(ADDRESS);

            assertThat(tokens.read(early).known()).isFalse();
        }

        @Test
        void saysNothingAboutTheAddressItWasGivenTo() {
            assertThat(token).doesNotContain(ADDRESS);
            assertThat(tokens("another secret, just as long as it")
                            .read(tokens("another secret, just as long as it").issue(ADDRESS))
                            .id())
                    .isNotEqualTo(tokens.read(token).id());
        }
    }

    @Nested
    class WhatIsNotOurs {

        @Test
        void isNoDeviceWhateverCharacterWasChanged() {
            String token = tokens.issue(ADDRESS);
            for (int i = 0; i < token.length(); i++) {
                for (char other : "A9._é".toCharArray()) {
                    if (token.charAt(i) != other) {
                        String forged = token.substring(0, i) + other + token.substring(i + 1);
                        assertThat(tokens.read(forged)).as(forged).isNull();
                    }
                }
            }
        }

        @Test
        void isNoDeviceWhereverItWasCutOrLengthened() {
            String token = tokens.issue(ADDRESS);
            for (int length = 0; length < token.length(); length++) {
                assertThat(tokens.read(token.substring(0, length))).isNull();
            }
            assertThat(tokens.read(token + "A")).isNull();
            assertThat(tokens.read(token + "=")).isNull();
            assertThat(tokens.read("A" + token)).isNull();
        }

        @ParameterizedTest
        @NullAndEmptySource
        @ValueSource(
                strings = {
                    "v1",
                    "v1.",
                    "v1..",
                    "v1...",
                    "....",
                    "v1.AAAAAAAAAAAAAAAAAAAAAA.1767225600.",
                    "v2.AAAAAAAAAAAAAAAAAAAAAA.1767225600.AAAA",
                    "\u0000"
                })
        void isNoDeviceHoweverOdd(String token) {
            assertThat(tokens.read(token)).isNull();
        }

        @Test
        void isNotEvenHashedIfItIsLong() {
            assertThat(tokens.read("v1." + "A".repeat(10_000_000) + ".1.A")).isNull();
        }

        @Test
        void isNoDeviceUnderAnotherSecret() {
            assertThat(tokens.read(tokens("another secret, just as long as it").issue(ADDRESS)))
                    .isNull();
            assertThat(DeviceTokens.randomSecret())
                    .hasSizeGreaterThanOrEqualTo(DeviceTokens.MIN_SECRET)
                    .isNotEqualTo(DeviceTokens.randomSecret());
        }
    }

    @Nested
    class WhoCollectsTokens {

        @Test
        void hasNoMoreDevicesThanAnAddressMayHave() {
            Set<String> ids = ids(ADDRESS, 5_000);

            assertThat(ids).hasSize(32);
            time.advance(MONTH);
            ids.addAll(ids(ADDRESS, 5_000));
            assertThat(ids).hasSize(32);
        }

        @Test
        void hasNoneOfAnotherAddress() {
            assertThat(ids(ADDRESS, 500)).doesNotContainAnyElementsOf(ids("203.0.113.8", 500));
        }

        private Set<String> ids(String address, int count) {
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < count; i++) {
                ids.add(tokens.read(tokens.issue(address)).id());
            }
            return ids;
        }
    }

    @Nested
    class Secrets {

        private static final String NEWER = "a newer secret of sufficient length";

        @Test
        void areExchangedWithoutForgettingDevices() {
            String before = tokens.issue(ADDRESS);
            DeviceTokens both = tokens(NEWER, SECRET);

            assertThat(both.read(before)).isEqualTo(tokens.read(before));
            assertThat(tokens.read(both.issue(ADDRESS)))
                    .as("the first secret signs")
                    .isNull();
            assertThat(tokens(NEWER).read(both.issue(ADDRESS))).isNotNull();
            assertThat(tokens(NEWER).read(before)).isNull();
        }

        @Test
        void areNotRepeatedInMessages() {
            assertThatExceptionOfType(InvalidConfigurationException.class)
                    .isThrownBy(() -> tokens(SECRET, "short"))
                    .withMessageContaining("limiter.device.secret: '5 characters' are too few")
                    .withMessageNotContaining("short");
        }
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        List<String> secrets = List.of(SECRET);
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> new DeviceTokens(List.of(), MINUTE, MONTH, 32, time))
                .withMessageContaining("limiter.device.secret");
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> new DeviceTokens(secrets, MINUTE.negated(), MONTH, 32, time))
                .withMessageContaining("limiter.device.min-age");
        assertThatExceptionOfType(InvalidConfigurationException.class)
                .isThrownBy(() -> new DeviceTokens(secrets, MONTH, MONTH, 32, time))
                .withMessageContaining("limiter.device.lifetime");
        for (int perAddress : new int[] {0, 65_537}) {
            assertThatExceptionOfType(InvalidConfigurationException.class)
                    .isThrownBy(() -> new DeviceTokens(secrets, MINUTE, MONTH, perAddress, time))
                    .withMessageContaining("limiter.device.per-address");
        }
    }
}
