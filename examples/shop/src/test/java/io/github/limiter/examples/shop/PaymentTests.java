package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.admitted;
import static io.github.limiter.examples.shop.Answers.assertLimitedThenBanned;
import static io.github.limiter.examples.shop.Answers.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class PaymentTests {

    @Autowired
    Customers customers;

    @Test
    void aUserPaysTwentyTimesAtOnceAndThenAtTenASecond() {
        Customer user = customers.user();
        Stopwatch watch = Stopwatch.start();

        List<Answer> answers = user.post("/payments", 200);

        assertThat(admitted(answers)).isBetween(20L, 20 + watch.unitsAt(10));
        assertLimitedThenBanned(refused(answers), 1, 1, "payment");
        assertThat(customers.user().atThePlaceOf(user).post("/payments").status())
                .as("another user")
                .isEqualTo(200);
    }

    @Test
    void theFieldsSayRateAndBurst() {
        Answer answer = customers.user().post("/payments");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"payment\";q=10;w=1;limiter-burst=20");
        assertThat(answer.header("RateLimit")).isEqualTo("\"payment\";r=19;t=1");
    }

    @Test
    void aUserIsTheSameAtEveryAddress() {
        Customer user = customers.user();
        Stopwatch watch = Stopwatch.start();
        user.post("/payments", 10);

        int left = user.at(customers.newAddress()).post("/payments").remaining("payment");

        assertThat((long) left).isBetween(9L, 9 + watch.unitsAt(10));
    }

    @Test
    void nobodyPaysWithoutLoggingIn() {
        Answer answer = customers.visitor().post("/payments");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("RateLimit")).isEmpty();
    }
}
