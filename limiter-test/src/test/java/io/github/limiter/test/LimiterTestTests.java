package io.github.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.context.WebApplicationContext;

@SpringBootTest(classes = Shop.class)
@LimiterTest
class LimiterTestTests {

    private final MockMvcTester mvc;
    private final ManualTime time;

    LimiterTestTests(@Autowired WebApplicationContext application, @Autowired ManualTime time) {
        this.mvc = MockMvcTester.from(application);
        this.time = time;
    }

    private MvcTestResult get(String path) {
        return mvc.get().uri(path).exchange();
    }

    @RepeatedTest(3)
    void eachTestBeginsWithFreshCounts() {
        assertThat(get("/products")).hasStatusOk();
        assertThat(get("/products")).hasStatusOk();
        assertThat(get("/products")).hasStatus(429).headers().hasValue("Retry-After", 60);
    }

    @RepeatedTest(3)
    void eachTestBeginsAtMidnight() {
        Instant now = Instant.EPOCH.plus(time.micros(), ChronoUnit.MICROS);
        assertThat(now)
                .isEqualTo(now.atOffset(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.DAYS)
                        .toInstant());

        assertThat(get("/daily")).hasStatusOk();
        time.advance(Duration.ofHours(1));
        assertThat(get("/daily")).hasStatus(429).headers().hasValue("Retry-After", 23 * 3600);
    }

    @Test
    void theTestMovesTheClock() {
        get("/products");
        get("/products");
        time.advance(Duration.ofSeconds(59));
        assertThat(get("/products")).hasStatus(429).headers().hasValue("Retry-After", 1);
        time.advance(Duration.ofSeconds(1));
        assertThat(get("/products")).hasStatusOk();
    }

    @Test
    void whoWouldBeHeldGoesOnAtOnce() {
        long begin = time.micros();
        get("/export");
        assertThat(get("/export")).hasStatusOk();
        assertThat(time.micros() - begin).isEqualTo(10_000_000L);
    }

    @Test
    void whoWouldBeHeldIsHeldWhereTheTestSaysSo() throws Exception {
        time.letSleepersMoveIt(false);
        get("/export");
        CompletableFuture<MvcTestResult> held = CompletableFuture.supplyAsync(() -> get("/export"));
        time.awaitSleepers(1);
        time.advance(Duration.ofSeconds(10));
        assertThat(held.get(20, TimeUnit.SECONDS)).hasStatusOk();
    }

    @Nested
    class InNestedClasses {

        @RepeatedTest(2)
        void allOfThisHoldsToo() {
            assertThat(get("/daily")).hasStatusOk();
            assertThat(get("/daily")).hasStatus(429).headers().hasValue("Retry-After", 24 * 3600);
        }

        @Test
        void assertionsAreAtHand(@Autowired PolicyAssertions policies) {
            policies.assertThatPolicy("products").admits(2).thenRefusesFor(Duration.ofMinutes(1));
        }
    }

    @Nested
    @LimiterDisabled
    class SwitchedOff {

        @Test
        void nothingIsLimited(@Autowired WebApplicationContext application) {
            MockMvcTester unlimited = MockMvcTester.from(application);
            for (int call = 0; call < 5; call++) {
                assertThat(unlimited.get().uri("/daily"))
                        .hasStatusOk()
                        .headers()
                        .doesNotContainHeader("RateLimit");
            }
        }
    }
}
