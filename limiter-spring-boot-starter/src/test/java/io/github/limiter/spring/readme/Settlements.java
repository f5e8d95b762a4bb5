package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Service;

// tag::consumer[]
@Service
class Settlements {

    private final List<Long> settled = new ArrayList<>();

    @RateLimit(algorithm = LEAKY_BUCKET, dimension = INTERFACE, limit = 5, window = "1s", maxWait = "-1")
    synchronized int settle(long order) {
        settled.add(order);
        return settled.size();
    }
}
// end::consumer[]
