package io.github.limiter.spring.readme;

import io.github.limiter.guard.QuotaResolver;
import io.github.limiter.policy.Quota;
import java.time.Duration;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class Plans {

    private final Set<String> goldCustomers = Set.of("carol");

    // tag::quota-resolver[]
    @Bean
    QuotaResolver quotaOfPlan() {
        Quota gold = Quota.of(30, Duration.ofMinutes(1));
        return (caller, policy) -> policy.dimension().equals("user") && isGold(caller.user()) ? gold : null;
    }
    // end::quota-resolver[]

    private boolean isGold(String user) {
        return user != null && goldCustomers.contains(user);
    }
}
