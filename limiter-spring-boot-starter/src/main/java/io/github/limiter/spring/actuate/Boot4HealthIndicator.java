package io.github.limiter.spring.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** {@link StoreHealth} in Spring Boot 4. */
public final class Boot4HealthIndicator implements HealthIndicator {

    private final StoreHealth store;

    /**
     * An indicator.
     *
     * @param store how the store is
     */
    public Boot4HealthIndicator(StoreHealth store) {
        this.store = store;
    }

    @Override
    public Health health() {
        Health.Builder health = store.isDegraded() ? Health.status(StoreHealth.DEGRADED) : Health.up();
        return health.withDetails(store.details()).build();
    }
}
