package io.github.limiter.spring.web;

import io.github.limiter.spring.web.Devices.Found;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DeviceResolver;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/** Recognises devices by a cookie of the request, and sets it. Thread-safe. */
public final class ServletDevices implements DeviceResolver {

    private static final String ATTRIBUTE = ServletDevices.class.getName();

    private final Devices devices;

    /**
     * Recognises devices.
     *
     * @param devices knows what is in the cookies
     */
    public ServletDevices(Devices devices) {
        this.devices = devices;
    }

    @Override
    public @Nullable String resolve(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return null;
        }
        // Several policies cost one look.
        if (request.getAttribute(ATTRIBUTE) instanceof Found known) {
            return known.id();
        }
        Cookie cookie = WebUtils.getCookie(request, Devices.COOKIE);
        Found found = devices.find(cookie == null ? null : cookie.getValue(), caller.address());
        ServletCallScope scope = ServletCallScopes.known(request);
        if (found.token() != null && scope != null && scope.response() != null) {
            give(found.token(), scope.response(), ServletCallers.isSecure(request, caller.address()));
        }
        request.setAttribute(ATTRIBUTE, found);
        return found.id();
    }

    private void give(String token, HttpServletResponse response, boolean secure) {
        Cookie cookie = new Cookie(Devices.COOKIE, token);
        cookie.setHttpOnly(true);
        cookie.setSecure(secure);
        cookie.setPath("/");
        cookie.setMaxAge((int) Math.min(Integer.MAX_VALUE, devices.lifetime().toSeconds()));
        cookie.setAttribute("SameSite", "Lax");
        response.addCookie(cookie);
    }
}
