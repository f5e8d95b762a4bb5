package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.subject.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

/** Scopes of calls outside of any request. The user, if any, is that of Spring Security's context. */
public final class DetachedCallScopes implements CallScope.Source {

    private static final boolean SECURITY = ClassUtils.isPresent(
            "org.springframework.security.core.context.SecurityContextHolder",
            DetachedCallScopes.class.getClassLoader());

    private final List<Charge> owed;

    /**
     * A source of scopes.
     *
     * @param owed what every call is charged besides its own limits
     */
    public DetachedCallScopes(List<Charge> owed) {
        this.owed = List.copyOf(owed);
    }

    @Override
    public CallScope current() {
        String user = SECURITY ? SecurityUser.current() : null;
        return new DetachedCallScope(user == null ? Caller.NONE : new Caller(null, user, null), owed);
    }

    /** Touched only where Spring Security is there. */
    private static final class SecurityUser {

        static @Nullable String current() {
            Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
            return authentication == null
                            || !authentication.isAuthenticated()
                            || authentication instanceof AnonymousAuthenticationToken
                    ? null
                    : authentication.getName();
        }
    }
}
