package io.github.limiter.spring.web;

import static io.github.limiter.spring.web.Given.limit;
import static io.github.limiter.spring.web.Given.limited;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Algorithms;
import io.github.limiter.policy.Quota;
import io.github.limiter.store.LimitResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The fields of the draft's examples and of other projects' tests come out for the values that they stand for. */
class PublishedFieldsTests {

    private static final List<String> FIELDS = List.of(
            "RateLimit-Policy",
            "RateLimit",
            "X-RateLimit-Limit",
            "X-RateLimit-Remaining",
            "X-RateLimit-Reset",
            "Retry-After");

    /** What of the draft's grammar this library uses: Lists of RFC 9651 whose members are Strings. */
    private static final Map<String, Pattern> GRAMMAR = Map.of(
            "RateLimit-Policy",
            list("\"[ !#-\\[\\]-~]*\";q=\\d{1,15}(;w=[1-9]\\d{0,14})?(;limiter-burst=\\d{1,15})?"),
            "RateLimit",
            list("\"[ !#-\\[\\]-~]*\";r=\\d{1,15};t=\\d{1,15}"));

    @TestFactory
    List<DynamicTest> comeOutAsPublished() throws IOException {
        List<String[]> cases = rows("ratelimit-fields.csv");
        assertThat(cases).hasSize(18).allMatch(row -> row.length == 2 + FIELDS.size());

        return cases.stream()
                .map(row -> DynamicTest.dynamicTest(row[0], () -> {
                    Map<String, String> expected = new LinkedHashMap<>();
                    for (int field = 0; field < FIELDS.size(); field++) {
                        if (!row[field + 2].equals("-")) {
                            expected.put(FIELDS.get(field), row[field + 2]);
                        }
                    }

                    assertThat(fieldsOf(row[1], expected.containsKey("Retry-After")))
                            .isNotEmpty()
                            .containsAllEntriesOf(expected);
                }))
                .toList();
    }

    @TestFactory
    List<DynamicTest> malformedOnesAreOutsideOfTheGrammar() throws IOException {
        List<String[]> cases = rows("malformed-fields.csv");
        assertThat(cases).hasSize(6);

        return cases.stream()
                .map(row -> DynamicTest.dynamicTest(
                        row[0] + ": " + row[3], () -> assertThat(row[2]).doesNotMatch(GRAMMAR.get(row[1]))))
                .toList();
    }

    @Test
    void whateverTheLimitsTheFieldsAreWithinTheGrammar() {
        Random random = new Random(20260523);
        RateLimitFields fields = new RateLimitFields(HeaderMode.DRAFT);
        for (int run = 0; run < 2_000; run++) {
            List<LimitResult> limits = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                limits.add(anyLimit(random, "limit-" + i));
            }
            Map<String, String> told = new LinkedHashMap<>();
            fields.write(limits, told::put);

            assertThat(told).containsOnlyKeys(GRAMMAR.keySet());
            told.forEach((name, value) -> assertThat(value).matches(GRAMMAR.get(name)));
        }
    }

    private static LimitResult anyLimit(Random random, String name) {
        Quota quota = Quota.of(anyLong(random), Duration.ofNanos(1_000 + anyLong(random) % 31_622_400_000_000_000L))
                .withBurst(anyLong(random));
        Given given = limit(name)
                .by(random.nextBoolean() ? Algorithms.TOKEN_BUCKET : Algorithms.FIXED_WINDOW)
                .with(quota);
        return random.nextInt(3) == 0
                ? given.refused(anyLong(random))
                : given.left(anyLong(random) - 1, anyLong(random) - 1);
    }

    /** At least 1; of any magnitude. */
    private static long anyLong(Random random) {
        return Math.max(1, random.nextLong() >>> 1 + random.nextInt(63));
    }

    /** Each limit as: name, units per window, window, available, reset. */
    private static Map<String, String> fieldsOf(String limits, boolean refused) {
        List<LimitResult> results = new ArrayList<>();
        for (String limit : limits.split(", ")) {
            String[] told = limit.split(" ");
            long units = told[1].equals("-") ? 10_000 : Long.parseLong(told[1]);
            Duration window = Duration.ofSeconds(told[2].equals("-") ? 60 : Long.parseLong(told[2]));
            long available = told[3].equals("-") ? units : Long.parseLong(told[3]);
            long reset = told[4].equals("-") ? 0 : Long.parseLong(told[4]) * 1_000_000;
            Given given = limit(told[0]).by(Algorithms.FIXED_WINDOW).of(units, window);
            results.add(refused ? given.refused(reset) : given.left(available, reset));
        }
        RateLimitFields fields = new RateLimitFields(HeaderMode.BOTH);
        if (refused) {
            return ProblemResponse.refusal(limited(results.toArray(LimitResult[]::new)), fields)
                    .headers();
        }
        Map<String, String> answer = new LinkedHashMap<>();
        fields.write(results, answer::put);
        return answer;
    }

    private static Pattern list(String item) {
        return Pattern.compile(item + "(, " + item + ")*");
    }

    private static List<String[]> rows(String resource) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                PublishedFieldsTests.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .toList();
        }
    }
}
