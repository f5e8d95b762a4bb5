package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TeaController {

    // tag::blacklist[]
    @Blacklist
    @RateLimit(dimension = IP, limit = 60, window = "1m")
    @GetMapping("/tea")
    List<String> tea() {
        return List.of("Assam", "Darjeeling");
    }
    // end::blacklist[]
}
