package io.github.limiter.store;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.policy.Quota;
import io.github.limiter.subject.KeyText;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each subject, policy and refinement has a count of its own, however odd its text is. */
abstract class KeySuite extends StoreSuite {

    private final TestLimit once = TestLimit.of(FIXED_WINDOW, Quota.of(1, Duration.ofMinutes(1)));

    static Stream<String> oddTexts() {
        return Stream.of(
                "",
                " ",
                "{}",
                "}{",
                "{carol}",
                "user:carol",
                "carol:limit:test:limit",
                "a:b",
                "a%3Ab",
                "*",
                "?[a-z]",
                "line\nbreak",
                "\0",
                "\r\n$5\r\nhello",
                "\"quoted\" 'text' \\",
                "ünïcödé",
                "用户",
                "\uD83D\uDE00",
                "sha256-0123456789abcdef0123456789abcdef",
                "CAROL",
                "carol ",
                "carol\u200B",
                "x".repeat(64),
                "x".repeat(65),
                "x".repeat(10_000));
    }

    private void assertSeparate(Stream<TestLimit> limits) {
        List<TestLimit> all = limits.toList();
        for (TestLimit limit : all) {
            assertThat(passes(limit)).as("%s", limit).isTrue();
        }
        for (TestLimit limit : all) {
            assertThat(passes(limit)).as("%s", limit).isFalse();
        }
    }

    @Test
    void subjectsAreApart() {
        assertSeparate(Stream.of("carol", "dave", "erin").map(user -> once.on(Subject.of("user", user))));
    }

    @Test
    void theSameValueInAnotherDimensionIsAnotherSubject() {
        assertSeparate(Stream.of("user", "ip", "tenant").map(dimension -> once.on(Subject.of(dimension, "carol"))));
    }

    @Test
    void policiesOfOneSubjectAreApart() {
        assertSeparate(Stream.of("orders", "orders-2", "Orders", "orders.2").map(once::named));
    }

    @Test
    void refinementsOfOnePolicyAreApart() {
        assertSeparate(Stream.of(once, once.refinedBy("7"), once.refinedBy("8"), once.refinedBy("77")));
    }

    @Test
    void aRefinementIsNoOtherPolicy() {
        assertSeparate(Stream.of(
                once.named("a").refinedBy("b"),
                once.named("a"),
                once.named("b"),
                once.named("a.b"),
                once.named("b").refinedBy("a")));
    }

    @ParameterizedTest
    @MethodSource("oddTexts")
    void anOddSubjectCountsLikeAnyOther(String text) {
        assertSeparate(Stream.of(once, once.on(Subject.of("user", text))));
    }

    @ParameterizedTest
    @MethodSource("oddTexts")
    void anOddRefinementCountsLikeAnyOther(String text) {
        assertSeparate(Stream.of(once, once.refinedBy("7"), once.refinedBy(KeyText.of(text))));
    }

    @Test
    void oddTextsAreAllApart() {
        List<TestLimit> limits = new ArrayList<>();
        oddTexts().forEach(text -> {
            limits.add(once.on(Subject.of("user", text)));
            limits.add(once.refinedBy(KeyText.of(text)));
        });

        assertThat(limits).allMatch(this::passes);
    }
}
