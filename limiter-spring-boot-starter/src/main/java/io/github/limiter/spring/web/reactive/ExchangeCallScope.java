package io.github.limiter.spring.web.reactive;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.load.RequestTime;
import io.github.limiter.path.RequestPath;
import io.github.limiter.spring.interceptor.ReactiveCallScope;
import io.github.limiter.spring.load.LoadWebFilter;
import io.github.limiter.spring.watch.RequestMarks;
import io.github.limiter.spring.watch.Watched;
import io.github.limiter.spring.web.RateLimitFields;
import io.github.limiter.spring.web.reactive.ExchangeDevices.Recognised;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** One request: who makes it, what it still owes, and what was decided about it so far. */
final class ExchangeCallScope implements ReactiveCallScope, Watched {

    private final ServerHttpRequest received;
    private final ExchangeCallers callers;
    private final RateLimitFields fields;
    private final List<LimitResult> results = new CopyOnWriteArrayList<>();
    private final AtomicReference<List<Charge>> owed = new AtomicReference<>(List.of());
    private final AtomicReference<@Nullable Recognised> device = new AtomicReference<>();

    /** Names of the policies that have admitted the request. */
    private final Set<String> charged = ConcurrentHashMap.newKeySet(4);

    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private final RequestMarks marks = new RequestMarks();
    private volatile boolean over;
    private volatile ServerWebExchange exchange;
    private volatile @Nullable ClientAddress address;
    private volatile @Nullable String user;
    private volatile @Nullable RequestPath path;
    private volatile boolean answered;

    ExchangeCallScope(
            ServerHttpRequest received, ServerWebExchange exchange, ExchangeCallers callers, RateLimitFields fields) {
        this.received = received;
        this.exchange = exchange;
        this.callers = callers;
        this.fields = fields;
    }

    /** What filters have wrapped it in since, such as Spring Security's, knows more than what was seen first. */
    void seenAs(ServerWebExchange exchange) {
        this.exchange = exchange;
    }

    /** Leaves charges to the first guarded call of the request. */
    void owe(List<Charge> charges) {
        owed.set(due(charges));
    }

    /** Those of policies that have not charged the request yet. */
    List<Charge> due(List<Charge> charges) {
        return charged.isEmpty()
                ? charges
                : charges.stream()
                        .filter(charge ->
                                !charged.contains(charge.limit().policy().name()))
                        .toList();
    }

    /** Has something done when the request has ended, or at once if it has. */
    void atEnd(Runnable last) {
        atEnd.add(last);
        if (over) {
            ended();
        }
    }

    /** The request has ended. */
    void ended() {
        over = true;
        for (Runnable last = atEnd.poll(); last != null; last = atEnd.poll()) {
            last.run();
        }
    }

    @Override
    public RequestMarks marks() {
        return marks;
    }

    /** What it asks for, in one spelling. */
    RequestPath path() {
        RequestPath known = path;
        if (known == null) {
            known = ExchangeSighting.path(received);
            path = known;
        }
        return known;
    }

    /** Notes that the limiter itself has answered. */
    void answered() {
        answered = true;
    }

    boolean wasAnswered() {
        return answered;
    }

    /** The caller before anybody can know who is logged in. */
    Caller callerByAddress() {
        return new Caller(address(), null, exchange);
    }

    @Override
    public Caller caller() {
        return new Caller(address(), user, exchange);
    }

    ClientAddress address() {
        ClientAddress known = address;
        if (known == null) {
            known = callers.address(received);
            address = known;
        }
        return known;
    }

    @Override
    public Mono<Caller> findCaller() {
        return callers.user(exchange)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .map(found -> {
                    user = found.orElse(null);
                    return caller();
                });
    }

    @Override
    public List<Charge> takeOver() {
        return owed.getAndSet(List.of());
    }

    /** Guarded calls of a request may run at once; the response is not for several threads, so it is told at its end. */
    @Override
    public void decided(Decision decision) {
        RequestTime time = decision.delayMicros() > 0 ? LoadWebFilter.timeOf(exchange) : null;
        if (time != null) {
            // It has waited for its departure.
            time.resume();
        }
        if (decision.isAllowed()) {
            decision.limits()
                    .forEach(limit -> charged.add(limit.check().policy().name()));
        }
        results.addAll(decision.limits());
    }

    /** What was recognised first holds for all of the request. */
    Recognised device(Supplier<Recognised> look) {
        Recognised known = device.get();
        return known != null ? known : device.updateAndGet(first -> first != null ? first : look.get());
    }

    /** Tells what was decided, when the response is about to be committed. */
    Mono<Void> answer() {
        ServerHttpResponse response = exchange.getResponse();
        HttpHeaders headers = response.getHeaders();
        writeFields((name, value) -> setIfAbsent(headers, name, value));
        Recognised recognised = device.get();
        if (recognised != null && recognised.cookie() != null) {
            response.addCookie(recognised.cookie());
        }
        return Mono.empty();
    }

    void writeFields(BiConsumer<String, String> answer) {
        fields.write(results, answer);
    }

    private static void setIfAbsent(HttpHeaders headers, String name, String value) {
        if (headers.getFirst(name) == null) {
            headers.set(name, value);
        }
    }
}
