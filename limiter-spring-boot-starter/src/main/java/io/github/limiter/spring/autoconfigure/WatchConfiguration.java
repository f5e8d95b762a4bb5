package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.interceptor.CallScope;
import io.github.limiter.spring.watch.SeenRequestListener;
import io.github.limiter.spring.watch.Watch;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who is told what became of requests, in any web technology. */
@Configuration(proxyBeanMethods = false)
class WatchConfiguration {

    @Bean
    Watch limiterWatch(ObjectProvider<SeenRequestListener> listeners) {
        return new Watch(listeners.orderedStream().toList());
    }

    /** Only where Spring Security is there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.security.authentication.event.AbstractAuthenticationFailureEvent")
    static class Logins {

        @Bean
        FailedLogins limiterFailedLogins(CallScope.Source scopes) {
            return new FailedLogins(scopes);
        }
    }
}
