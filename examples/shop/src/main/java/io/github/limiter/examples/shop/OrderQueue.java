package io.github.limiter.examples.shop;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.springframework.stereotype.Component;

/** Stands for a message broker: placed orders on their way to settlement. */
@Component
class OrderQueue {

    private final BlockingQueue<Order> orders = new ArrayBlockingQueue<>(10_000);

    /** False if the queue is full: an order is accepted only if it can be kept. */
    boolean offer(Order order) {
        return orders.offer(order);
    }

    /** Waits for the next order. */
    Order take() throws InterruptedException {
        return orders.take();
    }

    int size() {
        return orders.size();
    }
}
