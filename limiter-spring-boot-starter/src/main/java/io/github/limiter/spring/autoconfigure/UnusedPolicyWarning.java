package io.github.limiter.spring.autoconfigure;

import io.github.limiter.guard.Policies;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Says at start which policies in the properties protect nothing: most often a misspelt name. */
final class UnusedPolicyWarning implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(UnusedPolicyWarning.class);

    private final Set<String> configured;
    private final Policies policies;
    private final AtomicBoolean told = new AtomicBoolean();

    UnusedPolicyWarning(Set<String> configured, Policies policies) {
        this.configured = configured;
        this.policies = policies;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (told.getAndSet(true)) {
            // Contexts below this one are refreshed too.
            return;
        }
        for (String name : configured) {
            if (policies.find(name).isEmpty()) {
                log.warn(
                        "limiter.policies.{} is used by nothing: no @RateLimit has that name, and it matches no requests."
                                + " Known policies: {}",
                        name,
                        policies.all().stream()
                                .map(limit -> limit.policy().name())
                                .toList());
            }
        }
    }
}
