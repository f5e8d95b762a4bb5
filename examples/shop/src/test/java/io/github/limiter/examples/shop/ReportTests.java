package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class ReportTests {

    @Autowired
    Customers customers;

    /** One test, since all callers share the one count. */
    @Test
    void tenReportsAMinuteAreMadeForAllCallersTogether() {
        await().atMost(Duration.ofSeconds(10)).until(() -> secondsToTheMinute() >= 5);

        for (int left = 9; left >= 0; left--) {
            int latest = secondsToTheMinute();
            Answer answer = customers.visitor().get("/reports/daily");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"report\";q=10;w=60");
            assertThat(answer.header("RateLimit"))
                    .isIn("\"report\";r=" + left + ";t=" + latest, "\"report\";r=" + left + ";t=" + (latest - 1));
        }

        for (Customer caller : new Customer[] {customers.visitor(), customers.user()}) {
            int latest = secondsToTheMinute();
            Answer refused = caller.get("/reports/daily");
            assertLimited(refused, secondsToTheMinute(), latest, "report");
            assertThat(refused.header("RateLimit")).isEqualTo("\"report\";r=0;t=" + refused.header("Retry-After"));
        }
    }

    /** Rounded up. */
    private static int secondsToTheMinute() {
        return 60 - (int) (Instant.now().getEpochSecond() % 60);
    }
}
