package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class CouponTests {

    @Autowired
    Customers customers;

    Customer user;
    Stopwatch watch;

    @BeforeEach
    void aUserClaimsACouponThreeTimes() {
        user = customers.user();
        watch = Stopwatch.start();
        for (int left = 2; left >= 0; left--) {
            Answer answer = user.post("/coupons/7/claim");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"coupon\";q=3;w=60");
            assertThat(answer.remaining("coupon")).isEqualTo(left);
        }
    }

    @Test
    void theFourthClaimIsRefusedAtEveryAddress() {
        Answer refused = user.post("/coupons/7/claim");

        assertLimited(refused, 60 - watch.secondsRoundedUp(), 60, "coupon");
        assertThat(refused.header("RateLimit")).isEqualTo("\"coupon\";r=0;t=" + refused.header("Retry-After"));
        assertLimited(user.at(customers.newAddress()).post("/coupons/7/claim"), 1, 60, "coupon");
    }

    @Test
    void anotherCouponHasACountOfItsOwn() {
        assertThat(user.post("/coupons/8/claim").header("RateLimit")).isEqualTo("\"coupon\";r=2;t=60");
    }

    @Test
    void anotherUserOfTheSameAddressHasACountOfItsOwn() {
        Answer answer = customers.user().atThePlaceOf(user).post("/coupons/7/claim");

        assertThat(answer.header("RateLimit")).isEqualTo("\"coupon\";r=2;t=60");
    }

    @Test
    void nobodyClaimsWithoutLoggingIn() {
        Answer answer = customers.visitor().post("/coupons/7/claim");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("RateLimit")).isEmpty();
    }
}
