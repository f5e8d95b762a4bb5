package io.github.limiter.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.subject.Subject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHashTests {

    private static final int KEYS = 20_000;

    private final KeyHash hashes = new KeyHash();

    private int hash(String user, String scope, @Nullable String refinement) {
        return hashes.of(new CounterKey(Subject.of("user", user), scope, refinement));
    }

    @Test
    void isOneForEqualKeys() {
        assertThat(hash(new String("alice"), new String("shop:list"), new String("42")))
                .isEqualTo(hash("alice", "shop:list", "42"));
    }

    @Test
    void looksAtEveryPartAndEveryCharacter() {
        String text = "x".repeat(64);
        Set<Integer> found = new HashSet<>(List.of(
                hash(text, "shop:list", null),
                hash(text, "shop:detail", null),
                hashes.of(new CounterKey(Subject.of("device", text), "shop:list", null)),
                hash("x", "shop:list", text),
                hash(text, "shop:list", "x"),
                hash(text, "shop:list", text)));
        for (int length = 1; length < 64; length++) {
            found.add(hash("x".repeat(length), "shop:list", null));
        }
        for (int at = 0; at < 64; at++) {
            String changed = text.substring(0, at) + 'y' + text.substring(at + 1);
            found.add(hash(changed, "shop:list", null));
            found.add(hash(text, "shop:list", changed));
        }

        // Of these two hundred, two have one hash code by chance once in 200,000 runs; three have it never.
        assertThat(found).hasSizeBetween(6 + 63 + 128 - 1, 6 + 63 + 128);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AaBB", "first-first-first-first-", ""})
    void spreadsKeysThatWereChosenToCollide(String prefix) {
        int[] perBucket = new int[256];
        int[] perSegment = new int[256];
        IntStream.range(0, KEYS).forEach(number -> {
            StringBuilder text = new StringBuilder(prefix);
            for (int bit = 0; bit < 15; bit++) {
                text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
            }
            int hash = hash(text.toString(), "shop:list", null);
            perBucket[hash & 255]++;
            perSegment[hash >>> 24]++;
        });

        // 78 each; ten standard deviations more is 167.
        assertThat(IntStream.of(perBucket).max().orElseThrow()).isLessThan(167);
        assertThat(IntStream.of(perSegment).max().orElseThrow()).isLessThan(167);
    }
}
