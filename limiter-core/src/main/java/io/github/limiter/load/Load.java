package io.github.limiter.load;

import io.github.limiter.load.LoadSum.Holding;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.store.News;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
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

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int MAX_NAME = 64;

    private final LoadRules rules;
    private final List<ScheduledLoad> schedule;
    private final @Nullable AdaptiveLoad adaptive;
    private final SharedOrder order;
    private final TimeSource time;
    private final AtomicBoolean watching = new AtomicBoolean();
    private volatile Holding known = new Holding(LoadState.CALM, Long.MIN_VALUE);

    /**
     * What an operator has ordered.
     *
     * @param order the order
     * @param by who gave it
     * @param until when it ends, in microseconds since the epoch
     */
    public record Ordered(LoadOrder order, String by, long until) {}

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
        this.time = time;
        this.order = new SharedOrder(store, news, time, this::renew);
        if (adaptive != null) {
            adaptive.onChange(this::renew);
        }
        order.listen();
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
        Holding last = known;
        return last.until() == LoadState.OPEN || time.micros() < last.until() ? last.state() : renew();
    }

    /**
     * What an operator has ordered and has not ended, as far as this node has heard.
     *
     * @return null if nothing
     */
    public @Nullable Ordered ordered() {
        return order.at(time.micros());
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
     * @param wanted the order
     * @param length until it ends by itself, 1 s to 30 days
     * @param by who gives it, for people
     * @return completes when the other nodes will hear of it; or when the store does not answer, and this node alone
     *     follows until it does, see {@link #isAlone}
     * @throws InvalidConfigurationException if the length is out of range
     */
    public CompletionStage<Void> order(LoadOrder wanted, Duration length, String by) {
        if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            throw new InvalidConfigurationException(
                    "duration", length, "is out of range", "Set a duration from 1s to 30d");
        }
        return order.tell(new Ordered(wanted, nameOf(by), time.micros() + length.toNanos() / 1_000));
    }

    /**
     * Withdraws what was ordered, on all nodes.
     *
     * @param by who does, for people
     * @return completes as that of {@link #order}
     */
    public CompletionStage<Void> withdraw(String by) {
        log.info("What was ordered about the load is withdrawn by {}", nameOf(by));
        return order.tell(null);
    }

    /**
     * Whether what was ordered last holds on this node alone, since the store did not answer. It is told as soon as it does,
     * and takes the place of what was ordered elsewhere meanwhile.
     *
     * @return false in most cases
     */
    public boolean isAlone() {
        return order.isAlone();
    }

    private static String nameOf(String by) {
        String plain = by.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.length() > MAX_NAME ? plain.substring(0, MAX_NAME) : plain;
    }

    private synchronized LoadState renew() {
        long now = time.micros();
        Holding next = at(now);
        LoadState state = next.state();
        LoadState before = known.state();
        known = next;
        if (!state.equals(before) && !(state.isCalm() && before.isCalm())) {
            log.info("{}", text(state));
        }
        if (state.source() == LoadSource.ADAPTIVE && watching.compareAndSet(false, true)) {
            // Nobody knows when it ends; that it has is told in time though nobody may call.
            time.delay(Math.max(1, next.until() - now)).thenRun(() -> {
                watching.set(false);
                renew();
            });
        }
        return state;
    }

    private Holding at(long now) {
        Ordered standing = order.at(now);
        LoadLevel level = standing == null ? null : standing.order.level();
        if (standing != null && level != null) {
            LoadOrder wanted = standing.order;
            return new Holding(
                    new LoadState(level, LoadSource.OPERATOR, wanted.tiers(), wanted.policies(), standing.until),
                    standing.until);
        }
        LoadSum sum = new LoadSum(now);
        for (ScheduledLoad entry : schedule) {
            sum.add(entry);
        }
        if (adaptive != null) {
            sum.add(adaptive.level());
        }
        if (standing != null) {
            sum.discard(standing);
        }
        return sum.total();
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
