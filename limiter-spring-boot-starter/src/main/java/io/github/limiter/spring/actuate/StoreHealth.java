package io.github.limiter.spring.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How the store is, in the words of no line of Spring Boot. A store that does not answer is no reason to take a node out of
 * service, since it decides alone then: so it is {@value #DEGRADED}, never down. Thread-safe.
 */
public final class StoreHealth {

    /** Status while nodes decide alone. Spring Boot maps what it does not know to 200, and leaves it out of the whole. */
    public static final String DEGRADED = "DEGRADED";

    private final String store;
    private final BooleanSupplier degraded;
    private final LongSupplier nodes;
    private final LongSupplier failures;

    /**
     * The health of a store.
     *
     * @param store what it is, such as {@code redis}
     * @param degraded whether it is done without at this moment
     * @param nodes nodes that share it, as last seen
     * @param failures calls to it that failed or came too late, since the start
     */
    public StoreHealth(String store, BooleanSupplier degraded, LongSupplier nodes, LongSupplier failures) {
        this.store = store;
        this.degraded = degraded;
        this.nodes = nodes;
        this.failures = failures;
    }

    /**
     * The health of a store that cannot fail.
     *
     * @param store what it is, such as {@code memory}
     * @return always up
     */
    public static StoreHealth ofLocal(String store) {
        return new StoreHealth(store, () -> false, () -> 1, () -> 0);
    }

    boolean isDegraded() {
        return degraded.getAsBoolean();
    }

    /** What there is to know besides, by name. */
    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", store);
        details.put("nodes", nodes.getAsLong());
        details.put("failures", failures.getAsLong());
        return details;
    }
}
