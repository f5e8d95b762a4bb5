package io.github.limiter.spring.autoconfigure;

import io.github.limiter.spring.interceptor.CallScope;
import io.github.limiter.spring.watch.RequestMarks;
import io.github.limiter.spring.watch.Watched;
import org.springframework.context.ApplicationListener;
import org.springframework.security.authentication.event.AbstractAuthenticationFailureEvent;
import org.springframework.security.authentication.event.AuthenticationFailureProviderNotFoundEvent;
import org.springframework.security.authentication.event.AuthenticationFailureProxyUntrustedEvent;
import org.springframework.security.authentication.event.AuthenticationFailureServiceExceptionEvent;

/**
 * Notes with the request what Spring Security says of logins, in whatever way they are made. Loaded only where Spring
 * Security is there.
 */
final class FailedLogins implements ApplicationListener<AbstractAuthenticationFailureEvent> {

    private final CallScope.Source scopes;

    FailedLogins(CallScope.Source scopes) {
        this.scopes = scopes;
    }

    @Override
    public void onApplicationEvent(AbstractAuthenticationFailureEvent event) {
        if (scopes.current() instanceof Watched request) {
            note(event, request.marks());
        }
    }

    private static void note(AbstractAuthenticationFailureEvent event, RequestMarks marks) {
        boolean outOfOrder = event instanceof AuthenticationFailureServiceExceptionEvent
                || event instanceof AuthenticationFailureProviderNotFoundEvent
                || event instanceof AuthenticationFailureProxyUntrustedEvent;
        if (outOfOrder) {
            marks.loginUndecided();
        } else {
            marks.loginFailed();
        }
    }
}
