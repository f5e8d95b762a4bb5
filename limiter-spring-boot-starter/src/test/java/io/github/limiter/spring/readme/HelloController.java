package io.github.limiter.spring.readme;

// tag::first-limit[]
import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.RateLimit;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HelloController {

    @RateLimit(dimension = IP, limit = 5, window = "10s")
    @GetMapping("/hello")
    String hello() {
        return "Hello!";
    }
}
// end::first-limit[]
