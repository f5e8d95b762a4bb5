package io.github.limiter.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ShopTest
@ExtendWith(OutputCaptureExtension.class)
class SettlementTests {

    @Autowired
    Customers customers;

    @Autowired
    Departures departures;

    @Autowired
    SettlementConsumer consumer;

    @Test
    void aBurstOfOrdersIsSettledFiveASecondWithoutLosingOne() {
        int earlier = departures.of("settlement").size();
        Instant start = Instant.now();

        List<Long> orders = placeOrders(12);

        List<Settlement> settlements = awaitSettled(orders);
        for (int i = 0; i < settlements.size(); i++) {
            assertThat(settlements.get(i).at()).isAfterOrEqualTo(start.plusMillis(200L * i));
        }
        List<Long> given = departures.of("settlement");
        ExportTests.assertApart(given);
        assertThat(given).hasSize(earlier + 12);
    }

    @Test
    void aRestartOfTheConsumerLosesNoOrderAndSettlesNoneTwice(CapturedOutput output) {
        List<Long> orders = placeOrders(8);
        await().until(() -> settled(orders).size() >= 2);

        consumer.stop();
        List<Settlement> before = settled(orders);
        assertThat(output).contains("Stopped with " + (8 - before.size()) + " orders to settle");
        consumer.start();

        assertThat(awaitSettled(orders)).startsWith(before.toArray(Settlement[]::new));
    }

    private List<Long> placeOrders(int count) {
        Customer user = customers.user();
        return IntStream.range(0, count)
                .mapToObj(i -> user.post("/orders").<Number>body("$.number").longValue())
                .toList();
    }

    /** Every order once, in its turn. */
    private List<Settlement> awaitSettled(List<Long> orders) {
        await().atMost(Duration.ofSeconds(30)).until(() -> settled(orders).size() >= orders.size());
        List<Settlement> settlements = settled(orders);
        assertThat(settlements).extracting(Settlement::order).containsExactlyElementsOf(orders);
        return settlements;
    }

    private List<Settlement> settled(List<Long> orders) {
        List<Map<String, Object>> all = customers.local().get("/orders/settled").body("$");
        return all.stream()
                .map(entry -> new Settlement(
                        ((Number) entry.get("order")).longValue(), Instant.parse((String) entry.get("at"))))
                .filter(settlement -> orders.contains(settlement.order()))
                .toList();
    }
}
