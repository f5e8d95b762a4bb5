package io.github.limiter.load;

import io.github.limiter.load.Load.Ordered;
import io.github.limiter.load.LoadStore.Kept;
import io.github.limiter.store.News;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an operator has ordered, in step with the store and the other nodes; on this node alone as long as the store does not
 * answer. Thread-safe.
 */
final class SharedOrder {

    private static final Logger log = LoggerFactory.getLogger(SharedOrder.class);

    private static final String TOPIC = "load";
    private static final long SECOND = 1_000_000;

    private final LoadStore store;
    private final News news;
    private final TimeSource time;
    private final Runnable onChange;
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final AtomicReference<@Nullable Untold> untold = new AtomicReference<>();
    private volatile @Nullable Ordered ordered;

    /** What the store is still to be told: an order, or null for none. */
    private record Untold(@Nullable Ordered order) {}

    /** Knows nothing until it listens. Whatever changes may be told of twice. */
    SharedOrder(LoadStore store, News news, TimeSource time, Runnable onChange) {
        this.store = store;
        this.news = news;
        this.time = time;
        this.onChange = onChange;
    }

    /** Reads what was ordered before, and whatever will be. */
    void listen() {
        news.subscribe(TOPIC, new News.Reader() {
            @Override
            public void onNews(String text) {
                readOrder();
            }

            @Override
            public void onGap() {
                readOrder();
            }

            @Override
            public String toString() {
                return "load level";
            }
        });
    }

    /** What holds at a time, in microseconds since the epoch; null if nothing does. */
    @Nullable
    Ordered at(long now) {
        Ordered last = ordered;
        return last != null && now < last.until() ? last : null;
    }

    /** Whether the store has not been told yet what was ordered last. */
    boolean isAlone() {
        return untold.get() != null;
    }

    /** Of an order that takes the place of the last, or of none. */
    CompletionStage<Void> tell(@Nullable Ordered order) {
        Untold news = new Untold(order);
        untold.set(news);
        return tellStore(news).handle((told, failure) -> {
            if (failure != null) {
                log.warn(
                        "What is ordered about the load holds on this node alone until the store answers: {}",
                        failure.toString());
                follow(order);
                tellAgain(news);
            }
            return null;
        });
    }

    /** What is ordered after it takes its place. */
    private CompletionStage<Void> tellStore(Untold told) {
        Ordered order = told.order;
        CompletionStage<Void> kept = order == null
                ? store.clear()
                : store.write(
                        order.order(),
                        order.by(),
                        Duration.of(Math.max(1, order.until() - time.micros()), ChronoUnit.MICROS));
        return kept.thenCompose(done -> {
                    if (untold.get() == told) {
                        follow(order);
                    }
                    return news.publish(TOPIC, "ordered");
                })
                .thenRun(() -> {
                    if (untold.compareAndSet(told, null)) {
                        // What others have ordered meanwhile was not listened to.
                        readOrder();
                    }
                });
    }

    private void tellAgain(Untold order) {
        time.delay(SECOND).thenRun(() -> {
            if (order.order != null && order.order.until() <= time.micros()) {
                untold.compareAndSet(order, null);
            } else if (untold.get() == order) {
                tellStore(order).whenComplete((told, failure) -> {
                    if (failure != null) {
                        tellAgain(order);
                    }
                });
            }
        });
    }

    private void readOrder() {
        store.read().whenComplete((kept, failure) -> {
            if (isAlone()) {
                return;
            }
            if (failure == null) {
                follow(kept == null ? null : ordered(kept));
            } else {
                log.debug("What is ordered about the load cannot be read at the moment", failure);
                readAgain();
            }
        });
    }

    private Ordered ordered(Kept kept) {
        return new Ordered(kept.order(), kept.by(), time.micros() + kept.rest());
    }

    private void readAgain() {
        if (retrying.compareAndSet(false, true)) {
            time.delay(SECOND).thenRun(() -> {
                retrying.set(false);
                readOrder();
            });
        }
    }

    private void follow(@Nullable Ordered order) {
        ordered = order;
        onChange.run();
    }
}
