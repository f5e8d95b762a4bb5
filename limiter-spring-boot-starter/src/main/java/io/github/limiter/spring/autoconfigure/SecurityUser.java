package io.github.limiter.spring.autoconfigure;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** The user in Spring Security's context. Loaded only where Spring Security is there. */
final class SecurityUser {

    static final String NEEDS = "org.springframework.security.core.context.SecurityContextHolder";

    private SecurityUser() {}

    static @Nullable String ofThread() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication == null || !isLoggedIn(authentication) ? null : authentication.getName();
    }

    /** Whether it stands for somebody, and not for whoever it may be. */
    static boolean isLoggedIn(Principal principal) {
        return !(principal instanceof Authentication authentication)
                || authentication.isAuthenticated() && !(authentication instanceof AnonymousAuthenticationToken);
    }
}
