package io.github.limiter.examples.shop;

import io.github.limiter.guard.RejectedException;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** One thread that settles order by order. Runs as long as the context does; an order in hand survives a restart. */
@Component
class SettlementConsumer implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SettlementConsumer.class);
    private static final long RETRY_MILLIS = 1_000;

    private final OrderQueue queue;
    private final SettlementService settlements;
    private @Nullable Order inHand;
    private volatile @Nullable Thread thread;

    SettlementConsumer(OrderQueue queue, SettlementService settlements) {
        this.queue = queue;
        this.settlements = settlements;
    }

    private void consume() {
        try {
            while (true) {
                if (inHand == null) {
                    inHand = queue.take();
                }
                settle(inHand);
                inHand = null;
            }
        } catch (InterruptedException | CancellationException e) {
            // Interrupted while the queue was empty, or (the second) while the order in hand waited for its turn.
            log.info("Stopped with {} orders to settle", queue.size() + (inHand == null ? 0 : 1));
        }
    }

    private void settle(Order order) throws InterruptedException {
        while (true) {
            try {
                settlements.settle(order);
                return;
            } catch (RejectedException e) {
                // Outside HTTP a refusal is an exception: here the shared store is down, or somebody lowered maxWait.
                log.warn("Order {} has to wait: {}", order.number(), e.getMessage());
                Thread.sleep(Math.max(RETRY_MILLIS, e.decision().retryAfter().toMillis()));
            }
        }
    }

    @Override
    public void start() {
        Thread started = new Thread(this::consume, "settlement");
        thread = started;
        started.start();
    }

    @Override
    public void stop() {
        Thread stopped = thread;
        if (stopped != null) {
            stopped.interrupt();
            try {
                stopped.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Before the web server starts, and after it has stopped. */
    @Override
    public int getPhase() {
        return 0;
    }
}
