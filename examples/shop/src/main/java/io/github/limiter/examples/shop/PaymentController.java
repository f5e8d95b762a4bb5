package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.annotation.Tier.P0;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes payments: ten a second, and twenty at once by somebody who has been quiet. */
@Blacklist
@RestController
class PaymentController {

    private final AtomicLong numbers = new AtomicLong();

    @RateLimit(
            name = "payment",
            algorithm = TOKEN_BUCKET,
            tier = P0,
            dimension = USER,
            limit = 10,
            window = "1s",
            burst = 20)
    @PostMapping("/payments")
    Payment pay(Principal user) {
        return new Payment(numbers.incrementAndGet(), user.getName());
    }

    record Payment(long number, String user) {}
}
