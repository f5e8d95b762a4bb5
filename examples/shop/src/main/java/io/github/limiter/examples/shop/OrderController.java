package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Algorithms.TOKEN_BUCKET;
import static io.github.limiter.annotation.Dimensions.IP;
import static io.github.limiter.annotation.Dimensions.USER;
import static io.github.limiter.annotation.Tier.P0;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.Principal;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders. Settlement, which is slower, follows in {@link SettlementConsumer}. */
@Blacklist
@RestController
class OrderController {

    private final OrderQueue queue;
    private final AtomicLong numbers = new AtomicLong();

    OrderController(OrderQueue queue) {
        this.queue = queue;
    }

    /** Two limits, one decision: a call is charged on both or on neither. */
    @RateLimit(
            name = "order-user",
            algorithm = TOKEN_BUCKET,
            tier = P0,
            dimension = USER,
            limit = 20,
            window = "1s",
            burst = 40)
    @RateLimit(name = "order-ip", tier = P0, dimension = IP, limit = 300, window = "1m")
    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order place(
            @RequestParam(defaultValue = "1") @Min(1) long product,
            @RequestParam(defaultValue = "1") @Min(1) @Max(100) int quantity,
            Principal user) {
        Order order = new Order(numbers.incrementAndGet(), user.getName(), product, quantity);
        if (!queue.offer(order)) {
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "Too many orders wait for settlement");
        }
        return order;
    }
}
