package io.github.limiter.risk;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Remembers what was found out about what callers call themselves: there are few such texts, and each is looked at by many
 * comparisons. Bounded: made-up ones beyond the bound make it begin anew. Thread-safe.
 */
final class AgentMemo<T> {

    private static final int MOST = 2_000;
    private static final int LONGEST = 512;

    private final Map<String, T> known = new ConcurrentHashMap<>();
    private final Function<String, T> findOut;

    AgentMemo(Function<String, T> findOut) {
        this.findOut = findOut;
    }

    T of(String agent) {
        if (agent.length() > LONGEST) {
            return findOut.apply(agent);
        }
        T found = known.get(agent);
        if (found == null) {
            found = findOut.apply(agent);
            if (known.size() >= MOST) {
                known.clear();
            }
            known.put(agent, found);
        }
        return found;
    }
}
