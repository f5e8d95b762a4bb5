package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Dimensions.USER;

import io.github.limiter.annotation.RateLimit;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StockController {

    // tag::cost[]
    @RateLimit(
            dimension = USER,
            limit = 1000,
            window = "1h",
            permits = "#items.size()",
            condition = "!@partners.contains(#source)")
    @PostMapping("/stock")
    int update(@RequestParam String source, @RequestParam List<Long> items) {
        return items.size();
    }
    // end::cost[]

    @Component("partners")
    static class Partners {

        private final Set<String> names = Set.of("warehouse");

        public boolean contains(String name) {
            return names.contains(name);
        }
    }
}
