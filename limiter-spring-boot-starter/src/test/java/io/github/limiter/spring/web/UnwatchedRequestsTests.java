package io.github.limiter.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.policy.Written;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnwatchedRequestsTests {

    private final UnwatchedRequests unwatched = new UnwatchedRequests(Stream.of("/api/**", "POST /hooks/{name}")
            .map(match -> RequestMatch.of(new Written(match, "exclude")))
            .toList());

    @ParameterizedTest
    @CsvSource({
        "GET,  /api/v1/cart?a=b,         true",
        "PUT,  /api,                     true",
        "GET,  //api//v1;x=1/cart,       true",
        "POST, /hooks/pay,               true",
        "GET,  /hooks/pay,               false",
        "POST, /hooks/pay/more,          false",
        "GET,  /products/1,              false",
        "GET,  /apis,                    false",
        "GET,  /api/../products/1,       false",
        "GET,  /api/%2e%2e/products/1,   false",
        "GET,  /api/50%-off,             false",
    })
    void areThoseThatMatchWithoutATrick(String method, String path, boolean contained) {
        assertThat(unwatched.contain(method, RequestPath.of(path))).isEqualTo(contained);
    }

    @Test
    void areNoneUnlessSaid() {
        assertThat(new UnwatchedRequests(List.of()).contain("GET", RequestPath.of("/api")))
                .isFalse();
    }
}
