package io.github.limiter.risk;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What signals without state say about one event: those of the application's own, which were asked ahead, and built-in ones. */
final class SignalValues {

    private final Map<RiskSignal, CompletableFuture<Long>> asked;
    private final RiskEvent event;

    private SignalValues(Map<RiskSignal, CompletableFuture<Long>> asked, RiskEvent event) {
        this.asked = asked;
        this.event = event;
    }

    static SignalValues ask(List<OwnSignal> own, RiskEvent event) {
        if (own.isEmpty()) {
            return new SignalValues(Map.of(), event);
        }
        Map<RiskSignal, CompletableFuture<Long>> asked = new HashMap<>();
        own.forEach(signal -> asked.put(signal, signal.ask(event)));
        return new SignalValues(asked, event);
    }

    /** When there is an answer of each of them; never exceptionally. */
    CompletableFuture<Void> all() {
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new));
    }

    boolean isEmpty() {
        return asked.isEmpty();
    }

    long of(RiskSignal signal) {
        CompletableFuture<Long> answer = asked.get(signal);
        return answer == null ? signal.value(event) : answer.join();
    }
}
