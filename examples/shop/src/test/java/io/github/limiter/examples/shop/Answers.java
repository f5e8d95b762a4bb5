package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

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

    static long admitted(List<Answer> answers) {
        return answers.stream().filter(answer -> answer.status() < 300).count();
    }

    static List<Answer> refused(List<Answer> answers) {
        return answers.stream().filter(answer -> answer.status() >= 300).toList();
    }
}
