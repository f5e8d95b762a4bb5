package io.github.limiter.examples.shop;

import static io.github.limiter.examples.shop.Answers.assertLimited;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

@ShopTest
class ProductTests {

    @Autowired
    Customers customers;

    @ParameterizedTest
    @CsvSource({"/products, product-list", "/products/7, product-detail"})
    void sixtyRequestsOfAnAddressPassAndTheNextIsRefused(String path, String policy) {
        Customer visitor = customers.visitor();
        Stopwatch watch = Stopwatch.start();

        for (int left = 59; left >= 0; left--) {
            Answer answer = visitor.get(path);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"" + policy + "\";q=60;w=60");
            assertThat(answer.remaining(policy)).isEqualTo(left);
        }

        Answer refused = visitor.get(path);
        int soonest = 60 - watch.secondsRoundedUp();
        assertLimited(refused, soonest, 60, policy);
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"" + policy + "\";q=60;w=60");
        assertThat(refused.header("RateLimit")).isEqualTo("\"" + policy + "\";r=0;t=" + refused.header("Retry-After"));

        assertThat(customers.visitor().get(path).header("RateLimit"))
                .as("another address")
                .isEqualTo("\"" + policy + "\";r=59;t=60");
    }

    @Test
    void theListAndTheDetailsAreCountedEachByItself() {
        Customer visitor = customers.visitor();

        visitor.get("/products");

        assertThat(visitor.get("/products/7").header("RateLimit")).isEqualTo("\"product-detail\";r=59;t=60");
    }

    @Test
    void allProductsAreCountedTogetherAndMissingOnesToo() {
        Customer visitor = customers.visitor();
        visitor.get("/products/1");
        visitor.get("/products/2");

        Answer missing = visitor.get("/products/1001");

        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.remaining("product-detail")).isEqualTo(57);
    }

    @Test
    void aPathThatIsNoProductIdCostsNothing() {
        Customer visitor = customers.visitor();

        Answer unreadable = visitor.get("/products/seven");

        assertThat(unreadable.status()).isEqualTo(400);
        assertThat(visitor.get("/products/7").remaining("product-detail")).isEqualTo(59);
    }
}
