package io.github.limiter.spring.actuate;

import io.github.limiter.ban.ImmuneException;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Lets those in who have the role, and answers what goes wrong. */
final class Access {

    private static final Logger log = LoggerFactory.getLogger(LimiterEndpoint.class);

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;
    private static final String NOBODY = "actuator";

    private final String role;

    Access(String role) {
        this.role = role.strip();
    }

    /** Answers by a section, which is told who asks. */
    WebEndpointResponse<Map<String, Object>> asked(
            SecurityContext security, Function<String, WebEndpointResponse<Map<String, Object>>> section) {
        if (!role.isEmpty() && !security.isUserInRole(role)) {
            return problem(
                    FORBIDDEN,
                    "This needs the role " + role + ", which limiter.endpoint.role names"
                            + (security.getPrincipal() == null ? "; nobody is logged in" : ""));
        }
        Principal principal = security.getPrincipal();
        try {
            return section.apply(principal == null ? NOBODY : principal.getName());
        } catch (NoSuchElementException e) {
            return problem(NOT_FOUND, String.valueOf(e.getMessage()));
        } catch (ImmuneException e) {
            return problem(CONFLICT, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return badRequest(String.valueOf(e.getMessage()));
        } catch (CompletionException e) {
            log.warn("The store does not answer an operator", e.getCause());
            return problem(UNAVAILABLE, "The store does not answer; nothing may have changed");
        }
    }

    static WebEndpointResponse<Map<String, Object>> badRequest(String detail) {
        return problem(BAD_REQUEST, detail);
    }

    private static WebEndpointResponse<Map<String, Object>> problem(int status, String detail) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", status);
        body.put("detail", detail);
        return new WebEndpointResponse<>(body, status);
    }
}
