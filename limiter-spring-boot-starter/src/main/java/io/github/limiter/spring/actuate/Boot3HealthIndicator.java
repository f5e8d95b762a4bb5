package io.github.limiter.spring.actuate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** {@link StoreHealth} in Spring Boot 3. */
public final class Boot3HealthIndicator implements HealthIndicator {

    private final StoreHealth store;

    /**
     * An indicator.
     *
     * @param store how the store is
     */
    public Boot3HealthIndicator(StoreHealth store) {
        this.store = store;
    }

    @Override
    public Health health() {
        Health.Builder health = store.isDegraded() ? Health.status(StoreHealth.DEGRADED) : Health.up();
        return health.withDetails(store.details()).build();
    }
}
