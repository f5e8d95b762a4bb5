package io.github.limiter.risk;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The signals that work a value out from the event alone, built in and own. One that fails counts as 0 and is logged once. */
final class SafeSignals {

    private static final Logger log = LoggerFactory.getLogger(RiskSignal.class);

    private final Map<String, RiskSignal> byName = new HashMap<>();
    private final Set<RiskSignal> failed = ConcurrentHashMap.newKeySet();

    SafeSignals(Collection<? extends RiskSignal> builtIn, Collection<? extends RiskSignal> own) {
        builtIn.forEach(signal -> byName.put(signal.name(), signal));
        for (RiskSignal signal : own) {
            if (signal.name() == null) {
                throw new InvalidConfigurationException(
                        "signal",
                        signal.getClass().getName(),
                        "has no name",
                        "Let name() answer with the word that scenes use");
            }
            String name = Names.canonical(signal.name());
            if (BuiltInSignal.of(name) != null || byName.put(name, signal) != null) {
                throw new InvalidConfigurationException(
                        "signal", signal.name(), "is the name of two signals", "Rename the RiskSignal bean");
            }
        }
    }

    Map<String, RiskSignal> byName() {
        return byName;
    }

    long value(RiskSignal signal, RiskEvent event) {
        try {
            return signal.value(event);
        } catch (Throwable e) {
            // Whatever it is: Kotlin and Lombok throw what is not declared, too.
            if (e instanceof VirtualMachineError fatal && !(e instanceof StackOverflowError)) {
                throw fatal;
            }
            if (failed.add(signal)) {
                log.error(
                        "The signal {} fails and counts as 0", signal.getClass().getName(), e);
            }
            return 0;
        }
    }
}
