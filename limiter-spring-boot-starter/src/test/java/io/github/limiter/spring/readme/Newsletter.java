package io.github.limiter.spring.readme;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// tag::background[]
@Component
class Newsletter {

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @Scheduled(cron = "0 0 * * * *")
    @RateLimit(dimension = INTERFACE, limit = 3, window = "1d", fallback = "skip")
    void news() {
        sent.add("news");
    }

    void skip() {
        sent.add("no news");
    }

    @Async
    @RateLimit(algorithm = LEAKY_BUCKET, dimension = INTERFACE, limit = 10, window = "1s", maxWait = "-1")
    CompletableFuture<String> reminder(String customer) {
        sent.add("reminder for " + customer);
        return CompletableFuture.completedFuture(customer);
    }

    @EventListener
    @RateLimit(dimension = INTERFACE, key = "#order.customer", limit = 1, window = "1h", fallback = "noThanks")
    void onOrder(OrderPlaced order) {
        sent.add("thanks to " + order.customer());
    }

    void noThanks(OrderPlaced order) {}

    List<String> sent() {
        return sent;
    }

    record OrderPlaced(String customer) {}
}
// end::background[]
