package io.github.limiter.spring.readme;

import io.github.limiter.guard.DecisionListener;
import io.github.limiter.store.LimitResult;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ShadowLog {

    private final Log log = new Log();

    // tag::shadow[]
    @Bean
    DecisionListener wouldHaveRefused() {
        return decision -> {
            for (LimitResult limit : decision.wouldHaveViolated()) {
                String policy = limit.check().policy().name();
                log.info("{} would have refused {}", policy, limit.check().key().subject());
            }
        };
    }
    // end::shadow[]

    List<String> lines() {
        return log.lines;
    }

    /** Stands for the application's logger. */
    private static final class Log {

        private final List<String> lines = new CopyOnWriteArrayList<>();

        void info(String message, Object... arguments) {
            lines.add(String.format(message.replace("{}", "%s"), arguments));
        }
    }
}
