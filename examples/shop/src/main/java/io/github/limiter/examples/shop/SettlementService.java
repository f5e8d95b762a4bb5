package io.github.limiter.examples.shop;

import static io.github.limiter.annotation.Algorithms.LEAKY_BUCKET;
import static io.github.limiter.annotation.Dimensions.INTERFACE;

import io.github.limiter.annotation.RateLimit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Moves the money, at a bank that takes five settlements a second. Any Spring bean can be limited, not only controllers. */
@Service
class SettlementService {

    private static final Logger log = LoggerFactory.getLogger(SettlementService.class);
    private static final int KEPT = 1_000;

    private final Deque<Settlement> newest = new ArrayDeque<>();

    /** A caller is never refused: it waits for its turn, however long that takes. */
    @RateLimit(
            name = "settlement",
            algorithm = LEAKY_BUCKET,
            dimension = INTERFACE,
            limit = 5,
            window = "1s",
            maxWait = "-1")
    void settle(Order order) {
        Settlement settlement = new Settlement(order.number(), Instant.now());
        synchronized (newest) {
            newest.addLast(settlement);
            if (newest.size() > KEPT) {
                newest.removeFirst();
            }
        }
        log.debug("Settled {}", order);
    }

    /** The newest settlements, oldest first. */
    List<Settlement> settled() {
        synchronized (newest) {
            return List.copyOf(newest);
        }
    }
}
