package io.github.limiter.spring.autoconfigure;

import io.github.limiter.guard.Policies;
import io.github.limiter.spring.autoconfigure.LoadProperties.Schedule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Says at start which policies in the properties protect nothing, or are not there: most often a misspelt name. */
final class UnusedPolicyWarning implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(UnusedPolicyWarning.class);

    private final Set<String> configured;
    private final Map<String, Schedule> schedule;
    private final Policies policies;
    private final AtomicBoolean told = new AtomicBoolean();

    UnusedPolicyWarning(Set<String> configured, Map<String, Schedule> schedule, Policies policies) {
        this.configured = configured;
        this.schedule = schedule;
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
                        known());
            }
        }
        schedule.forEach((entry, scheduled) -> scheduled.policies().stream()
                .filter(name -> policies.find(name).isEmpty())
                .forEach(name -> log.warn(
                        "limiter.load.schedule.{}.policies names {}, but there is no such policy: nothing is discarded by"
                                + " it. Known policies: {}",
                        entry,
                        name,
                        known())));
    }

    private List<String> known() {
        return policies.all().stream().map(limit -> limit.policy().name()).toList();
    }
}
