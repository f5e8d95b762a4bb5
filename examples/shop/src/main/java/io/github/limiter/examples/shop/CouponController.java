package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Dimensions.USER;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.RiskCheck;
import java.security.Principal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Coupons, claimed three times a minute by each user: every coupon has a count of its own. Risk control watches who farms
 * them.
 */
@Blacklist
@RestController
class CouponController {

    @RateLimit(name = "coupon", dimension = USER, key = "#couponId", limit = 3, window = "1m")
    @RiskCheck(scene = "coupon", key = "#couponId")
    @PostMapping("/coupons/{couponId}/claim")
    Claim claim(@PathVariable long couponId, Principal user) {
        return new Claim(couponId, user.getName());
    }

    record Claim(long coupon, String user) {}
}
