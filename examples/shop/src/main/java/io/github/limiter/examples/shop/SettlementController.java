package io.github.limiter.examples.shop;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows what has been settled. Without an annotation, nothing limits it. */
@RestController
class SettlementController {

    private final SettlementService settlements;

    SettlementController(SettlementService settlements) {
        this.settlements = settlements;
    }

    @GetMapping("/orders/settled")
    List<Settlement> settled() {
        return settlements.settled();
    }
}
