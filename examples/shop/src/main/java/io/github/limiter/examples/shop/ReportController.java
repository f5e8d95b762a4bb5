package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Algorithms.FIXED_WINDOW;
import static io.github.limiter.annotation.Dimensions.INTERFACE;
import static io.github.limiter.annotation.Tier.P2;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A report that is costly to make and can wait: ten a minute for all callers together, the first to go under load. */
@Blacklist
@RestController
class ReportController {

    private final SettlementService settlements;

    ReportController(SettlementService settlements) {
        this.settlements = settlements;
    }

    @RateLimit(name = "report", algorithm = FIXED_WINDOW, tier = P2, dimension = INTERFACE, limit = 10, window = "1m")
    @GetMapping("/reports/daily")
    Report daily() {
        return new Report(LocalDate.now(ZoneOffset.UTC), settlements.settled().size());
    }

    record Report(LocalDate day, int recentSettlements) {}
}
