package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;

/** What every refusal looks like. */
final class Answers {

    private Answers() {}

    /** 429, as the problem type says it, naming the violated policies; {@code Retry-After} within bounds, in seconds. */
    static void assertLimited(Answer answer, int soonest, int latest, String... policies) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(429);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.<String>body("$.type"))
                .isEqualTo("https://iana.org/assignments/http-problem-types#quota-exceeded");
        assertThat(answer.<Integer>body("$.status")).isEqualTo(429);
        assertThat(answer.<String>body("$.title")).isNotBlank();
        assertThat(answer.<List<String>>body("$['violated-policies']")).containsExactlyInAnyOrder(policies);
        assertThat(answer.<String>body("$.decision")).matches("[0-9a-f]{16}");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(soonest, latest);
    }

    /** 403, of a caller who is banned; {@code Retry-After} within bounds, in seconds. */
    static void assertBanned(Answer answer, int soonest, int latest) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(403);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.<String>body("$.type"))
                .isEqualTo("https://iana.org/assignments/http-problem-types#abnormal-usage-detected");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(soonest, latest);
    }

    /** Three are told that they are limited, the third of them for how long it is banned; the rest are banned. */
    static void assertLimitedThenBanned(List<Answer> answers, int soonest, int latest, String... policies) {
        List<Answer> limited =
                answers.stream().filter(answer -> answer.status() == 429).toList();
        assertThat(limited).hasSize(3);
        limited.stream()
                .sorted(Comparator.comparingInt(answer -> Integer.parseInt(answer.header("Retry-After"))))
                .limit(2)
                .forEach(answer -> assertLimited(answer, soonest, latest, policies));
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 429)
                .allSatisfy(answer -> assertBanned(answer, 280, 300));
    }

    static long admitted(List<Answer> answers) {
        return answers.stream().filter(answer -> answer.status() < 300).count();
    }

    static List<Answer> refused(List<Answer> answers) {
        return answers.stream().filter(answer -> answer.status() >= 300).toList();
    }
}
