package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;

// tag::http-client[]
@HttpExchange("https://bank.example")
interface BankClient {

    @RateLimit(algorithm = LEAKY_BUCKET, dimension = INTERFACE, limit = 5, window = "1s", maxWait = "2s")
    @GetExchange("/accounts/{id}/balance")
    String balance(@PathVariable String id);

    @RateLimit(dimension = INTERFACE, key = "#id", limit = 1, window = "1h", fallback = "unknown")
    @GetExchange("/accounts/{id}/score")
    String score(@PathVariable String id);

    default String unknown(String id) {
        return "unknown";
    }
}
// end::http-client[]
