package io.github.limiter.spring.readme;

import io.github.limiter.ban.BanEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class BanLog {

    private static final Logger log = LoggerFactory.getLogger(BanLog.class);

    // tag::ban-event[]
    @EventListener
    void onBan(BanEvent event) {
        if (event.kind() == BanEvent.Kind.BANNED) {
            log.warn("{} is banned by {}", event.subject(), event.origin());
        }
    }
    // end::ban-event[]
}
