package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Decision;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RecommendationController {

    // tag::fallback[]
    @RateLimit(dimension = INTERFACE, limit = 100, window = "1s", fallback = "bestsellers")
    @GetMapping("/recommendations")
    List<String> recommendations(@RequestParam String customer) {
        return List.of("what " + customer + " will like");
    }

    List<String> bestsellers(String customer, Decision decision) {
        return List.of("tea", "coffee");
    }
    // end::fallback[]
}
