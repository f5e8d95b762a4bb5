package io.github.limiter.spring.actuate;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Tier;
import io.github.limiter.ban.AuditEntry;
import io.github.limiter.ban.Bans;
import io.github.limiter.guard.Policies;
import io.github.limiter.load.Load;
import io.github.limiter.load.LoadLevel;
import io.github.limiter.load.LoadOrder;
import io.github.limiter.load.LoadState;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The section {@code load}: which level holds and by whom, and what operators order about it on all nodes. */
final class LoadSection {

    static final String NAME = "load";

    /** The policy of {@code limiter.global}. */
    private static final String OVER_EVERYTHING = "global";

    private static final int OK = 200;

    /** Done as far as it can be done now. */
    private static final int ACCEPTED = 202;

    private static final int NO_CONTENT = 204;
    private static final Subject EVERYBODY = Subject.ofText(Dimensions.GLOBAL, null);

    private final Load load;
    private final Bans bans;
    private final Policies policies;

    LoadSection(Load load, Bans bans, Policies policies) {
        this.policies = policies;
        this.load = load;
        this.bans = bans;
    }

    LoadLevel level() {
        return load.state().level();
    }

    Map<String, Object> view() {
        LoadState state = load.state();
        Load.Ordered ordered = load.ordered();
        return Views.of(
                "level", state.level(),
                "source", state.source(),
                "tiers", sorted(state.tiers().stream().map(Tier::name)),
                "policies", sorted(state.policies().stream()),
                "until", state.until() == LoadState.OPEN ? null : text(state.until()),
                "ordered", ordered == null ? null : view(ordered),
                "nodes", load.isAlone() ? "this one, until the store answers" : null);
    }

    /** Names that no policy of this node has: a slip, or a policy of another application's. */
    private @Nullable Object unknown(LoadOrder order) {
        List<String> unknown = order.policies().stream()
                .filter(name -> policies.find(name).isEmpty())
                .sorted()
                .toList();
        return unknown.isEmpty() ? null : unknown;
    }

    /** Names of policies that are not discarded for all that: what is P0 is never shed. */
    private @Nullable Object never(LoadOrder order) {
        List<String> never = order.policies().stream()
                .filter(name -> policies.find(name)
                        .filter(limit -> limit.policy().tier() == Tier.P0)
                        .isPresent())
                .sorted()
                .toList();
        return never.isEmpty() ? null : never;
    }

    private Map<String, Object> view(Load.Ordered ordered) {
        LoadOrder order = ordered.order();
        return Views.of(
                "level", order.level(),
                "tiers", sorted(order.tiers().stream().map(Tier::name)),
                "policies", sorted(order.policies().stream()),
                "unknown", unknown(order),
                "never", never(order),
                "by", ordered.by(),
                "until", text(ordered.until()));
    }

    private static Object sorted(Stream<String> names) {
        return names.sorted().toList();
    }

    private static String text(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    WebEndpointResponse<Map<String, Object>> order(
            @Nullable String level,
            @Nullable String tiers,
            @Nullable String policies,
            @Nullable String duration,
            @Nullable String reason,
            String by) {
        LoadOrder order = new LoadOrder(
                level == null ? null : one(LoadLevel.class, "level", level),
                words(tiers).map(tier -> one(Tier.class, "tiers", tier)).collect(Collectors.toSet()),
                words(policies).collect(Collectors.toSet()));
        if (order.policies().contains(OVER_EVERYTHING)) {
            throw new IllegalArgumentException("policies: '" + OVER_EVERYTHING
                    + "' is over everything, so that to discard it would discard all calls; order the level CRITICAL, or"
                    + " discard tiers");
        }
        Duration length = Sections.duration("duration", duration);
        if (length == null) {
            throw new IllegalArgumentException("duration: is missing; write one such as 30m, after which it ends");
        }
        Sections.await(load.order(order, length, by).thenCompose(done -> note(by, summary(order, length, reason))));
        return new WebEndpointResponse<>(view(), load.isAlone() ? ACCEPTED : OK);
    }

    WebEndpointResponse<Map<String, Object>> withdraw(String by) {
        Sections.await(load.withdraw(by).thenCompose(done -> note(by, "withdrawn")));
        return load.isAlone() ? new WebEndpointResponse<>(view(), ACCEPTED) : new WebEndpointResponse<>(NO_CONTENT);
    }

    /** Without the store there is no audit either; the log of this node has it. */
    private CompletionStage<Void> note(String by, String text) {
        return load.isAlone()
                ? CompletableFuture.completedFuture(null)
                : bans.note(AuditEntry.Action.LOAD, EVERYBODY, by, text);
    }

    private static Stream<String> words(@Nullable String list) {
        return list == null
                ? Stream.empty()
                : Stream.of(list.split(",")).map(String::strip).filter(word -> !word.isEmpty());
    }

    private static <E extends Enum<E>> E one(Class<E> type, String element, String name) {
        E[] all = type.getEnumConstants();
        return Stream.of(all)
                .filter(constant -> constant.name().equals(name.strip().toUpperCase(Locale.ROOT)))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        element + ": '" + name + "' is not known; there are " + Arrays.toString(all)));
    }

    /** {@code PEAK for PT1H, without [P2][export]: sale day}. */
    private static String summary(LoadOrder order, Duration length, @Nullable String reason) {
        Set<Tier> tiers = order.tiers();
        Set<String> policies = order.policies();
        StringBuilder text = new StringBuilder(
                        order.level() == null ? "the usual" : order.level().name())
                .append(" for ")
                .append(length);
        if (!tiers.isEmpty() || !policies.isEmpty()) {
            text.append(", without ").append(sorted(tiers.stream().map(Tier::name)));
            text.append(sorted(policies.stream()));
        }
        return reason == null || reason.isBlank()
                ? text.toString()
                : text.append(": ").append(reason).toString();
    }
}
