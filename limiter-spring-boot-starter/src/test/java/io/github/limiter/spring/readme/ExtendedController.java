package io.github.limiter.spring.readme;

import io.github.limiter.annotation.RateLimit;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ExtendedController {

    // tag::extended[]
    @RateLimit(algorithm = "quiet-window", dimension = "tenant", limit = 3, window = "10m")
    @PostMapping("/password-reset")
    String reset() {
        return "A letter is on its way.";
    }
    // end::extended[]
}
