package io.github.limiter.spring.readme;

import io.github.limiter.annotation.RiskCheck;
import java.security.Principal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class RiskyCouponController {

    // tag::risk[]
    @RiskCheck(scene = "coupon", key = "#couponId")
    @PostMapping("/coupons/{couponId}/claim")
    String claim(@PathVariable long couponId, Principal user) {
        return user.getName() + " has coupon " + couponId;
    }
    // end::risk[]
}
