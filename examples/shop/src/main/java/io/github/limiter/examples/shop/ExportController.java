package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Exports start one every 200 ms. A caller waits up to two seconds for its turn and is refused if that is too short. */
@Blacklist
@RestController
class ExportController {

    private final AtomicLong numbers = new AtomicLong();

    @RateLimit(
            name = "export",
            algorithm = LEAKY_BUCKET,
            dimension = INTERFACE,
            limit = 5,
            window = "1s",
            maxWait = "2s")
    @PostMapping("/exports")
    Export start() {
        return new Export(numbers.incrementAndGet());
    }

    record Export(long number) {}
}
