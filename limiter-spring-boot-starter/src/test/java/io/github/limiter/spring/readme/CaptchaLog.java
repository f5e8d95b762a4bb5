package io.github.limiter.spring.readme;

import io.github.limiter.captcha.CaptchaEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

@Component
class CaptchaLog {

    private static final Logger log = LoggerFactory.getLogger(CaptchaLog.class);

    // tag::captcha-event[]
    @EventListener
    void onCaptcha(CaptchaEvent event) {
        log.info("{} {} {}", event.kind(), event.provider(), event.address());
    }
    // end::captcha-event[]
}
