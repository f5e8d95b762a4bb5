package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.annotation.Tier.P0;

import io.github.limiter.annotation.RateLimit;
import java.security.Principal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class OrderController {

    // tag::hero[]
    @RateLimit(algorithm = TOKEN_BUCKET, tier = P0, dimension = USER, limit = 20, window = "1s", burst = 40)
    @RateLimit(dimension = IP, limit = 300, window = "1m")
    @PostMapping("/orders")
    Order create(Principal user) {
        return new Order(user.getName());
    }
    // end::hero[]

    record Order(String user) {}
}
