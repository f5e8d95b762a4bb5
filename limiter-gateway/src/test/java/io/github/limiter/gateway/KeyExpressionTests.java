package io.github.limiter.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.spring.policy.Written;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** A client chooses what an expression sees: it gets a key out of it or none, but no failure. */
class KeyExpressionTests {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "header('X-Tenant'),                acme",
        "header('X-Tenant').toUpperCase(),  ACME",
        "query('shop') + method,            7GET",
        "header('X-Other'),                 ",
        "header('X-Other').toLowerCase(),   ",
        "header('X-Tenant').substring(9),   ",
        "header('X-Tenant').nothing(),      ",
        "cookie('cart').length() > 3,       ",
        "query('shop') / 0,                 "
    })
    void worksOutAKey(String expression, String key) {
        MockServerWebExchange exchange = MockServerWebExchange.from(
                MockServerHttpRequest.get("/orders?shop=7").header("X-Tenant", "acme"));
        KeyExpression written = KeyExpression.of(new Written(expression, "RateLimit of route orders: key"));

        for (int request = 0; request < 2; request++) {
            assertThat(written.resolve(exchange).block()).isEqualTo(key);
        }
    }
}
