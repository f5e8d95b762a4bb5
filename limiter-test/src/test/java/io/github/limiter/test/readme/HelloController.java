package io.github.limiter.test.readme;

import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.RateLimit;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The first limit of README.md, in an application. */
@SpringBootApplication
@RestController
class HelloController {

    @RateLimit(dimension = IP, limit = 5, window = "10s")
    @GetMapping("/hello")
    String hello() {
        return "Hello!";
    }
}
