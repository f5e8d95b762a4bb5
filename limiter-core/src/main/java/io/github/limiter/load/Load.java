package io.github.limiter.load;

import io.github.limiter.annotation.Tier;
import io.github.limiter.load.LoadStore.Kept;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.News;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load level, and who sets it. What an operator orders holds on all nodes until it ends, whatever the others say;
 * without one, the higher of what the schedule and the load of this node call for. An order that names no level discards
 * tiers or policies on top of that. Thread-safe; without threads of its own.
 */
public final class Load {

    private static final Logger log = LoggerFactory.getLogger(Load.class);

    private static final String TOPIC = "load";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final long SECOND = 1_000_000;
    private static final int MAX_NAME = 64;

    private final LoadRules rules;
    private final List<ScheduledLoad> schedule;
    private final @Nullable AdaptiveLoad adaptive;
    private final LoadStore store;
    private final News news;
    private final TimeSource time;
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final AtomicReference<@Nullable Untold> untold = new AtomicReference<>();
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile @Nullable Ordered ordered;
    private volatile Known known = new Known(LoadState.CALM, Long.MIN_VALUE);

    /**
     * What an operator has ordered.
     *
     * @param order the order
     * @param by who gave it
     * @param until when it ends, in microseconds since the epoch
     */
    public record Ordered(LoadOrder order, String by, long until) {}

    private record Known(LoadState state, long until) {}

    /** What the store is still to be told: an order, or null for none. */
    private record Untold(@Nullable Ordered order) {}

    /**
     * Reads what an operator has ordered before, and listens to news about it.
     *
     * @param rules what a level means
     * @param schedule orders by the time of day
     * @param adaptive judges the load of this node; null if nobody does
     * @param store keeps the operator's order
     * @param news tells the nodes of a new one
     * @param time the clock
     */
    public Load(
            LoadRules rules,
            List<ScheduledLoad> schedule,
            @Nullable AdaptiveLoad adaptive,
            LoadStore store,
            News news,
            TimeSource time) {
        this.rules = rules;
        this.schedule = List.copyOf(schedule);
        this.adaptive = adaptive;
        this.store = store;
        this.news = news;
        this.time = time;
        if (adaptive != null) {
            adaptive.onChange(this::renew);
        }
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

    /**
     * What a level means.
     *
     * @return the rules
     */
    public LoadRules rules() {
        return rules;
    }

    /**
     * What holds at this moment. Cheap.
     *
     * @return the state
     */
    public LoadState state() {
        Known last = known;
        return last.until == LoadState.OPEN || time.micros() < last.until ? last.state : renew();
    }

    /**
     * What an operator has ordered and has not ended, as far as this node has heard.
     *
     * @return null if nothing
     */
    public @Nullable Ordered ordered() {
        Ordered last = ordered;
        return last != null && time.micros() < last.until ? last : null;
    }

    /**
     * When a call that is shed in a state may be made again.
     *
     * @param state the state
     * @return exact where a schedule ends; else {@link LoadRules#retryAfter()}, or less if it ends before
     */
    public Duration retryAfter(LoadState state) {
        return rules.retryAfter(state, time.micros());
    }

    /**
     * Orders something on all nodes, in the place of what was ordered before. They follow within a second.
     *
     * @param order the order
     * @param length until it ends by itself, 1 s to 30 days
     * @param by who gives it, for people
     * @return completes when the other nodes will hear of it; or when the store does not answer, and this node alone
     *     follows until it does, see {@link #isAlone}
     * @throws InvalidConfigurationException if the length is out of range
     */
    public CompletionStage<Void> order(LoadOrder order, Duration length, String by) {
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            throw new InvalidConfigurationException(
                    "duration", length, "is out of range", "Set a duration from 1s to 30d");
        }
        return tell(new Ordered(order, nameOf(by), time.micros() + length.toNanos() / 1_000));
    }

    /**
     * Withdraws what was ordered, on all nodes.
     *
     * @param by who does, for people
     * @return completes as that of {@link #order}
     */
    public CompletionStage<Void> withdraw(String by) {
        log.info("What was ordered about the load is withdrawn by {}", nameOf(by));
        return tell(null);
    }

    /**
     * Whether what was ordered last holds on this node alone, since the store did not answer. It is told as soon as it does,
     * and takes the place of what was ordered elsewhere meanwhile.
     *
     * @return false in most cases
     */
    public boolean isAlone() {
        return untold.get() != null;
    }

    private CompletionStage<Void> tell(@Nullable Ordered order) {
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
                        order.order,
                        order.by,
                        Duration.of(Math.max(1, order.until - time.micros()), ChronoUnit.MICROS));
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
            if (order.order != null && order.order.until <= time.micros()) {
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

    private static String nameOf(String by) {
        String plain = by.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.length() > MAX_NAME ? plain.substring(0, MAX_NAME) : plain;
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
        renew();
    }

    private synchronized LoadState renew() {
        long now = time.micros();
        Known next = now(now);
        LoadState before = known.state;
        known = next;
        if (!next.state.equals(before) && !(next.state.isCalm() && before.isCalm())) {
            log.info("{}", text(next.state));
        }
        if (next.state.source() == LoadSource.ADAPTIVE && watching.compareAndSet(false, true)) {
            // Nobody knows when it ends; that it has is told in time though nobody may call.
            time.delay(Math.max(1, next.until - now)).thenRun(() -> {
                watching.set(false);
                renew();
            });
        }
        return next.state;
    }

    private Known now(long now) {
        Ordered order = ordered;
        boolean standing = order != null && now < order.until;
        if (order != null && standing && order.order.level() != null) {
            LoadOrder wanted = order.order;
            return new Known(
                    new LoadState(
                            order.order.level(), LoadSource.OPERATOR, wanted.tiers(), wanted.policies(), order.until),
                    order.until);
        }
        Sum sum = new Sum(now);
        for (ScheduledLoad entry : schedule) {
            sum.add(entry);
        }
        if (adaptive != null) {
            sum.add(adaptive.level());
        }
        if (order != null && standing) {
            sum.discard(order);
        }
        return sum.total();
    }

    /** What several sources want together. */
    private static final class Sum {

        private final long now;
        private LoadLevel level = LoadLevel.NORMAL;
        private LoadSource source = LoadSource.NONE;
        private final Set<Tier> tiers = EnumSet.noneOf(Tier.class);
        private final Set<String> policies = new HashSet<>();
        private long ends = LoadState.OPEN;
        private long known = LoadState.OPEN;

        Sum(long now) {
            this.now = now;
        }

        void add(ScheduledLoad entry) {
            ScheduledLoad.Phase phase = entry.at(now);
            known = Math.min(known, phase.known());
            if (phase.holds()) {
                ends = source == LoadSource.NONE ? phase.change() : Math.max(ends, phase.change());
                source = LoadSource.SCHEDULE;
                raise(entry.order().level());
                tiers.addAll(entry.order().tiers());
                policies.addAll(entry.order().policies());
            }
        }

        void add(LoadLevel ofNode) {
            known = Math.min(known, now + SECOND);
            if (ofNode.compareTo(level) > 0) {
                level = ofNode;
                source = LoadSource.ADAPTIVE;
                ends = LoadState.OPEN;
            }
        }

        void discard(Ordered order) {
            known = Math.min(known, order.until);
            tiers.addAll(order.order.tiers());
            policies.addAll(order.order.policies());
            if (source == LoadSource.NONE) {
                source = LoadSource.OPERATOR;
                ends = order.until;
            }
        }

        private void raise(@Nullable LoadLevel wanted) {
            if (wanted != null && wanted.compareTo(level) > 0) {
                level = wanted;
            }
        }

        Known total() {
            return new Known(new LoadState(level, source, tiers, policies, ends), known);
        }
    }

    private static String text(LoadState state) {
        StringBuilder text = new StringBuilder("The load level is ").append(state.level());
        if (state.source() != LoadSource.NONE) {
            text.append(" by ").append(state.source());
        }
        if (!state.tiers().isEmpty() || !state.policies().isEmpty()) {
            text.append(", discarded are ").append(state.tiers()).append(state.policies());
        }
        if (state.until() != LoadState.OPEN) {
            text.append(", until ").append(Instant.EPOCH.plus(state.until(), ChronoUnit.MICROS));
        }
        return text.toString();
    }
}
