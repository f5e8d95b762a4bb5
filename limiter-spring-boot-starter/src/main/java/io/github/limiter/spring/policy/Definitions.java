package io.github.limiter.spring.policy;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.RatePolicy;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/** Which place wrote which policy first: others of that name must mean the same. Thread-safe. */
final class Definitions {

    private final Map<String, Definition> byName = new ConcurrentHashMap<>();

    private record Definition(RatePolicy policy, String place) {}

    /** Whether the policy is new; false if it is another place's too. */
    boolean add(RatePolicy policy, String place) {
        Definition first = byName.putIfAbsent(policy.name(), new Definition(policy, place));
        if (first != null && !first.policy.equals(policy)) {
            throw new InvalidConfigurationException(
                    "name",
                    policy.name(),
                    "is also the name of the policy of " + first.place + ", which differs in "
                            + difference(first.policy, policy),
                    "Give one of them another name, or make them the same if they are to share one count");
        }
        return first == null;
    }

    boolean has(RatePolicy policy) {
        Definition known = byName.get(policy.name());
        return known != null && known.policy.equals(policy);
    }

    void forget(RatePolicy policy) {
        byName.remove(policy.name());
    }

    void replace(RatePolicy policy, String place) {
        byName.put(policy.name(), new Definition(policy, place));
    }

    private static String difference(RatePolicy first, RatePolicy second) {
        StringJoiner differences = new StringJoiner(", ");
        compare("algorithm", first.algorithm(), second.algorithm(), differences);
        compare("quota", first.quota(), second.quota(), differences);
        compare("dimension", first.dimension(), second.dimension(), differences);
        compare("tier", first.tier(), second.tier(), differences);
        compare("mode", first.mode(), second.mode(), differences);
        compare("failureMode", first.failureMode(), second.failureMode(), differences);
        compare("shared", first.shared(), second.shared(), differences);
        return differences.toString();
    }

    private static void compare(String attribute, Object first, Object second, StringJoiner differences) {
        if (!first.equals(second)) {
            differences.add(attribute + " (" + first + ", not " + second + ")");
        }
    }
}
