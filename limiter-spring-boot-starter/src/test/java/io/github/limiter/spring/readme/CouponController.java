package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.USER;

import io.github.limiter.annotation.RateLimit;
import java.security.Principal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CouponController {

    // tag::key[]
    @RateLimit(dimension = USER, key = "#couponId", limit = 3, window = "1m")
    @PostMapping("/coupons/{couponId}/claim")
    String claim(@PathVariable long couponId, Principal user) {
        return user.getName() + " has coupon " + couponId;
    }
    // end::key[]
}
