package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Mode;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single rules of the scene {@code crawler}, at their thresholds and below. */
class CrawlerRuleTests {

    private static final String BROWSER =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36";

    private final ManualTime time = new ManualTime(1_000_000_000_123_457L);
    private final Random random = new Random(1);
    private final RiskGuard guard = new RiskGuard(
            List.of(BuiltInScenes.find(BuiltInScenes.CRAWLER, Mode.SHADOW).orElseThrow()),
            new DimensionRegistry(64, MissingUser.SKIP, List.of()),
            new MemoryRiskStore(1_000, time),
            GoodBots.published(),
            List.of(),
            TrapPaths.of(List.of("/trap"), "honeypots"),
            Sanctions.NONE);

    private Assessment asks(String path, int status) {
        RequestFacts request =
                new RequestFacts("GET", RequestPath.of(path), null, BROWSER, "https://shop.example/", "en", true, true);
        Caller caller = new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse("203.0.113.7")), Origin.PEER), null, null);
        RiskEvent event = RiskEvent.of(caller, request);
        Assessment assessment = Objects.requireNonNull(
                guard.assess(BuiltInScenes.CRAWLER, event).toCompletableFuture().join());
        guard.settle(BuiltInScenes.CRAWLER, event, RiskResult.ofPage(status));
        return assessment;
    }

    /** What a rule adds to an assessment. */
    private static int points(Assessment assessment, String rule) {
        return assessment.findings().stream()
                .filter(finding -> finding.rule().name().equals(rule))
                .mapToInt(Finding::points)
                .sum();
    }

    private void pause(double seconds) {
        time.advanceMicros(Math.round(seconds * 1_000_000));
    }

    @Test
    void aHundredPagesInFiveMinutesAreFast() {
        for (int i = 1; i < 100; i++) {
            assertThat(points(asks("/page", 200), "velocity")).isZero();
            pause(1);
        }
        assertThat(points(asks("/page", 200), "velocity")).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"0.01, 21", "0.3, 0"})
    void aBeatIsRegularAndAPersonIsNot(double deviation, int points) {
        for (int i = 0; i < 60; i++) {
            asks("/page", 200);
            pause(10 * (1 + deviation * random.nextGaussian()));
        }
        assertThat(points(asks("/page", 200), "regular")).isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({"19, 6, 20", "19, 5, 0", "18, 18, 0"})
    void sixOfTwentyPagesThatFailAreManyAndFewerAttemptsSayNothing(int asked, int failed, int points) {
        for (int i = 0; i < asked; i++) {
            asks("/page-" + (char) ('a' + i), i < failed ? 403 : 200);
            pause(5);
        }
        assertThat(points(asks("/", 200), "failures")).isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({"9, 1, 0", "10, 1, 40", "12, 1, 48", "20, 1, 60", "10, 9, 0"})
    void tenPagesOfAMinuteThatAreNotThereAreProbing(int pages, int seconds, int points) {
        for (int i = 0; i < pages; i++) {
            asks("/page-" + (char) ('a' + i), 404);
            pause(seconds);
        }
        assertThat(points(asks("/", 200), "probing")).isEqualTo(points);
    }

    @Test
    void onePageThatIsNotThereIsOneHoweverOften() {
        for (int i = 0; i < 40; i++) {
            asks("/gone", 404);
            pause(1);
        }
        assertThat(points(asks("/", 200), "probing")).isZero();
    }

    @Test
    void aHoneypotRefusesForHalfAnHour() {
        assertThat(points(asks("/", 200), "honeypot")).isZero();
        assertThat(asks("/trap", 404).action()).isEqualTo(RiskAction.BLOCK);
        pause(29 * 60);
        Assessment later = asks("/", 200);
        assertThat(points(later, "honeypot")).isEqualTo(60);
        assertThat(later.action()).isEqualTo(RiskAction.BLOCK);
        pause(61);
        assertThat(points(asks("/", 200), "honeypot")).isZero();
    }
}
