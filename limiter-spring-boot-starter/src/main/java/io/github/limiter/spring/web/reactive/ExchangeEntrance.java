package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.RejectedException;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.interceptor.ReactiveEntrance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The way of requests through the guard. A request that is dispatched again within the server, such as one that is
 * forwarded to a fallback, is not charged again by a policy that has charged it. Thread-safe.
 */
public final class ExchangeEntrance {

    private final Guard guard;
    private final ExchangeCallScopes scopes;
    private final @Nullable BanRule rule;

    /**
     * An entrance.
     *
     * @param guard decides
     * @param scopes where requests keep what they owe and what was decided about them
     * @param rule what refusals count as where no annotation says anything; null: nothing
     */
    public ExchangeEntrance(Guard guard, ExchangeCallScopes scopes, @Nullable BanRule rule) {
        this.rule = rule;
        this.guard = guard;
        this.scopes = scopes;
    }

    /** Leaves charges to the next decision about the request. */
    void owe(ServerWebExchange exchange, List<Charge> charges) {
        scopes.of(exchange).owe(charges);
    }

    /**
     * Decides charges of a request, and with them, as one, what it owes already. Waits for the departure of an admitted
     * one, without holding a thread. The answer will tell of the limits.
     *
     * @param exchange the request
     * @param charges what it is charged; may be empty
     * @return completes if it may go on, else with a {@link RejectedException}; a subscription that is cancelled gives back
     *     what the request took
     */
    public Mono<Void> admit(ServerWebExchange exchange, List<Charge> charges) {
        return Mono.defer(() -> {
            ExchangeCallScope scope = scopes.of(exchange);
            List<Charge> due = due(scope, charges);
            return due.isEmpty() ? Mono.empty() : decide(scope, due, rule);
        });
    }

    /** The same for a handler with a blacklist, which refuses the banned even where nothing is charged. */
    Mono<Void> admit(ServerWebExchange exchange, List<Charge> charges, BanRule rule) {
        return Mono.defer(() -> {
            ExchangeCallScope scope = scopes.of(exchange);
            return decide(scope, due(scope, charges), rule);
        });
    }

    private static List<Charge> due(ExchangeCallScope scope, List<Charge> charges) {
        List<Charge> all = new ArrayList<>(charges);
        all.addAll(scope.takeOver());
        return scope.due(all);
    }

    private Mono<Void> decide(ExchangeCallScope scope, List<Charge> charges, @Nullable BanRule rule) {
        return scope.findCaller()
                .flatMap(caller -> ReactiveEntrance.of(
                                () -> guard.enterAsync(new GuardRequest(caller, charges, true, rule)), guard::giveBack)
                        .flatMap(decision -> goOn(scope, decision)));
    }

    private Mono<Void> goOn(ExchangeCallScope scope, Decision decision) {
        scope.decided(decision);
        if (decision.isLent()) {
            scope.atEnd(() -> guard.ended(decision));
        }
        return decision.isAllowed() ? Mono.empty() : Mono.error(new RejectedException(decision));
    }
}
