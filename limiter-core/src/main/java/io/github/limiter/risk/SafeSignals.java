package io.github.limiter.risk;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The signals that work a value out from the event alone, built in and own. */
final class SafeSignals {

    private final Map<String, RiskSignal> byName = new HashMap<>();

    SafeSignals(Collection<? extends RiskSignal> builtIn, Collection<? extends RiskSignal> own, Duration deadline) {
        if (deadline.isNegative() || deadline.isZero()) {
            throw new InvalidConfigurationException(
                    "limiter.risk.signal-deadline",
                    deadline,
                    "is not positive",
                    "Set the time that a signal may take, such as 100ms");
        }
        builtIn.forEach(signal -> byName.put(signal.name(), signal));
        for (RiskSignal signal : own) {
            @Nullable String given = signal.name();
            if (given == null || given.isBlank()) {
                throw new InvalidConfigurationException(
                        "signal",
                        signal.getClass().getName(),
                        "has no name",
                        "Return one from name(), such as \"too-cheap\"");
            }
            String name = Names.canonical(given);
            if (BuiltInSignal.of(name) != null || byName.put(name, new OwnSignal(signal, name, deadline)) != null) {
                throw new InvalidConfigurationException(
                        "signal", given, "is the name of two signals", "Rename the RiskSignal bean");
            }
        }
    }

    Map<String, RiskSignal> byName() {
        return byName;
    }
}
