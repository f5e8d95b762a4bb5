package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.admitted;
import static io.github.limiter.examples.shop.Answers.assertLimited;
import static io.github.limiter.examples.shop.Answers.assertLimitedThenBanned;
import static io.github.limiter.examples.shop.Answers.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;

/** Leaves many orders that nobody should wait for. */
@ShopTest
@DirtiesContext
class OrderTests {

    @Autowired
    Customers customers;

    @Test
    void anOrderIsAnsweredByAReceipt() {
        Customer user = customers.user();

        Answer answer = user.post("/orders?product=7&quantity=2");

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.<String>body("$.user")).isEqualTo(user.user());
        assertThat(answer.<Integer>body("$.product")).isEqualTo(7);
        assertThat(answer.<Integer>body("$.quantity")).isEqualTo(2);
        assertThat(answer.<Integer>body("$.number")).isPositive();
    }

    @Test
    void theFieldsShowBothLimitsTheOneNearestToItsEndFirst() {
        Answer answer = customers.user().post("/orders");

        assertThat(answer.header("RateLimit-Policy"))
                .isEqualTo("\"order-user\";q=20;w=1;limiter-burst=40, \"order-ip\";q=300;w=60");
        assertThat(answer.header("RateLimit")).isEqualTo("\"order-user\";r=39;t=1, \"order-ip\";r=299;t=60");
    }

    @Test
    void aUserOrdersFortyTimesAtOnceAndThenAtTwentyASecondWhateverTheAddress() {
        Customer user = customers.user();
        Customer elsewhere = user.at(customers.newAddress());
        Stopwatch watch = Stopwatch.start();

        List<Answer> first = user.post("/orders", 20);
        List<Answer> then = elsewhere.post("/orders", 200);

        assertThat(admitted(first)).isEqualTo(20);
        assertThat(admitted(then)).isBetween(20L, 20 + watch.unitsAt(20));
        assertLimitedThenBanned(refused(then), 1, 1, "order-user");
        assertThat(customers.user().atThePlaceOf(elsewhere).post("/orders").status())
                .as("another user")
                .isEqualTo(201);
    }

    @Test
    void theUsersOfAnAddressOrderThreeHundredTimesAMinute() {
        Customer place = customers.visitor();
        Stopwatch watch = Stopwatch.start();

        for (int crowd = 0; crowd < 10; crowd++) {
            assertThat(admitted(customers.user().atThePlaceOf(place).post("/orders", 30)))
                    .isEqualTo(30);
        }

        Answer refused = customers.user().atThePlaceOf(place).post("/orders");
        assertLimited(refused, 60 - watch.secondsRoundedUp(), 60, "order-ip");
        assertThat(refused.remaining("order-ip")).isZero();
        assertThat(customers.user().post("/orders").remaining("order-ip"))
                .as("another address")
                .isEqualTo(299);
    }

    @Test
    void anOrderThatTheAddressRefusesCostsTheUserNothing() {
        Customer place = customers.visitor();
        for (int crowd = 0; crowd < 10; crowd++) {
            customers.user().atThePlaceOf(place).post("/orders", 30);
        }
        Customer user = customers.user();

        List<Answer> answers = user.atThePlaceOf(place).post("/orders", 30);

        assertLimitedThenBanned(answers, 1, 60, "order-ip");
        assertThat(user.post("/orders").remaining("order-user")).isEqualTo(39);
    }

    @Test
    void anOrderThatTheUserIsRefusedCostsTheAddressNothing() {
        Customer user = customers.user();

        List<Answer> answers = user.post("/orders", 150);

        assertThat(refused(answers)).isNotEmpty();
        assertThat(customers.user().atThePlaceOf(user).post("/orders").remaining("order-ip"))
                .isEqualTo(300 - (int) admitted(answers) - 1);
    }

    @Test
    void nobodyOrdersWithoutLoggingInAndTryingCostsNothing() {
        Customer visitor = customers.visitor();

        Answer anonymous = visitor.post("/orders");
        Answer unknown = visitor.as("mallory").post("/orders");

        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(unknown.status()).isEqualTo(401);
        assertThat(anonymous.header("RateLimit")).isEmpty();
        assertThat(customers.user().atThePlaceOf(visitor).post("/orders").remaining("order-ip"))
                .isEqualTo(299);
    }

    @Test
    void anOrderThatCannotBeReadCostsNothing() {
        Customer user = customers.user();

        assertThat(user.post("/orders?quantity=many").status()).isEqualTo(400);
        assertThat(user.post("/orders?quantity=101").status()).isEqualTo(400);

        assertThat(user.post("/orders").header("RateLimit"))
                .isEqualTo("\"order-user\";r=39;t=1, \"order-ip\";r=299;t=60");
    }
}
