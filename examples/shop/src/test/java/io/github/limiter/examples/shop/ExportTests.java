package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class ExportTests {

    @Autowired
    Customers customers;

    @Autowired
    Departures departures;

    List<Long> earlier;

    @BeforeEach
    void nobodyWaits() {
        earlier = departures.of("export");
        long last = earlier.isEmpty() ? 0 : earlier.get(earlier.size() - 1);
        await().atMost(Duration.ofSeconds(5)).until(() -> TimeSource.system().micros() > last + 200_000);
    }

    private record Timed(Answer answer, Duration after) {}

    @Test
    void exportsStartTwoHundredMillisecondsApartAndWhoWouldWaitLongerThanTwoSecondsIsRefused() {
        Stopwatch watch = Stopwatch.start();

        List<CompletableFuture<Timed>> sent = IntStream.range(0, 40)
                .mapToObj(i -> customers.visitor().postLater("/exports"))
                .map(later -> later.thenApply(answer -> new Timed(answer, watch.elapsed())))
                .toList();
        List<Timed> answers = sent.stream().map(CompletableFuture::join).toList();
        List<Timed> refused =
                answers.stream().filter(timed -> timed.answer.status() == 429).toList();
        List<Duration> admitted = answers.stream()
                .filter(timed -> timed.answer.status() == 200)
                .map(Timed::after)
                .sorted()
                .toList();

        // One goes at once and ten within the two seconds; on a slow machine the first are gone when the last come.
        assertThat(admitted).hasSizeGreaterThanOrEqualTo(11);
        assertThat(refused).isNotEmpty().hasSize(answers.size() - admitted.size());
        for (int i = 0; i < admitted.size(); i++) {
            assertThat(admitted.get(i)).isGreaterThanOrEqualTo(Duration.ofMillis(200L * i));
        }
        assertThat(newDepartures()).hasSameSizeAs(admitted);
        assertApart(newDepartures());
        assertThat(departures.delaysOf("export"))
                .allSatisfy(delay -> assertThat(delay).isBetween(0L, 2_000_000L));
        assertThat(refused).allSatisfy(timed -> assertLimited(timed.answer, 1, 1, "export"));
    }

    @Test
    void theFieldsSayHowManyCouldStillWait() {
        Answer answer = customers.visitor().post("/exports");

        assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"export\";q=5;w=1");
        assertThat(answer.header("RateLimit")).isEqualTo("\"export\";r=10;t=1");
    }

    private List<Long> newDepartures() {
        List<Long> all = departures.of("export");
        return all.subList(earlier.size(), all.size());
    }

    static void assertApart(List<Long> departures) {
        for (int i = 1; i < departures.size(); i++) {
            assertThat(departures.get(i) - departures.get(i - 1)).isGreaterThanOrEqualTo(200_000);
        }
    }
}
