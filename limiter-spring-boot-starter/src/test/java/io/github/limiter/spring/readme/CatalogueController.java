package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.IP;

import io.github.limiter.annotation.RateLimit;
import io.github.limiter.annotation.Unlimited;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

// tag::class[]
@RestController
@RateLimit(dimension = IP, limitString = "${catalogue.limit:60}", window = "1m")
public class CatalogueController {

    @GetMapping("/catalogue")
    public List<String> list() {
        return List.of("tea", "coffee");
    }

    @Unlimited
    @GetMapping("/catalogue/version")
    public int version() {
        return 1;
    }
}
// end::class[]
