package io.github.limiter.spring.readme;

import io.github.limiter.guard.Outcome;
import io.github.limiter.spring.web.RejectionHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class Answers {

    // tag::rejection-handler[]
    @Bean
    RejectionHandler plainText() {
        return (request, response, decision) -> {
            response.setStatus(decision.outcome() == Outcome.LIMITED ? 429 : 503);
            response.setHeader("Retry-After", "" + (decision.retryAfter().toSeconds() + 1));
            response.setContentType("text/plain");
            response.getWriter().write("Slow down, please. Ask us about " + decision.id());
        };
    }
    // end::rejection-handler[]
}
