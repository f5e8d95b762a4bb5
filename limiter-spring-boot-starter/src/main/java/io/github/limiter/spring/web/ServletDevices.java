package io.github.limiter.spring.web;

import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DeviceResolver;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.WebUtils;

/**
 * Recognises devices by a cookie. It is asked only when a policy counts by device, and only then gives a cookie to those
 * who have no good one; refused requests get one too, or a newcomer behind an exhausted address could never become a
 * device. Thread-safe.
 */
public final class ServletDevices implements DeviceResolver {

    /** Name of the cookie. */
    public static final String COOKIE = "limiter-device";

    private static final String ATTRIBUTE = ServletDevices.class.getName();

    private final Supplier<DeviceTokens> tokens;
    private final int ipv6Prefix;

    /**
     * Recognises devices.
     *
     * @param tokens what is in the cookies; asked for when first needed
     * @param ipv6Prefix bits of an IPv6 address that make a client
     */
    public ServletDevices(Supplier<DeviceTokens> tokens, int ipv6Prefix) {
        this.tokens = tokens;
        this.ipv6Prefix = ipv6Prefix;
    }

    /** What was found out about a request, so that several policies cost one look. */
    private record Found(@Nullable String id) {}

    @Override
    public @Nullable String resolve(Caller caller) {
        HttpServletRequest request = caller.request(HttpServletRequest.class);
        if (request == null) {
            return null;
        }
        if (request.getAttribute(ATTRIBUTE) instanceof Found found) {
            return found.id;
        }
        Found found = find(request, caller.address());
        request.setAttribute(ATTRIBUTE, found);
        return found.id;
    }

    private Found find(HttpServletRequest request, @Nullable ClientAddress client) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        Device device = tokens.get().read(cookie == null ? null : cookie.getValue());
        if (device == null) {
            ServletCallScope scope = ServletCallScopes.known(request);
            if (scope != null && scope.response() != null) {
                give(scope.response(), request.isSecure(), client);
            }
        }
        return new Found(device != null && device.known() ? device.id() : null);
    }

    private void give(HttpServletResponse response, boolean secure, @Nullable ClientAddress client) {
        Cookie cookie = new Cookie(COOKIE, tokens.get().issue(counted(client)));
        cookie.setHttpOnly(true);
        cookie.setSecure(secure);
        cookie.setPath("/");
        cookie.setMaxAge(
                (int) Math.min(Integer.MAX_VALUE, tokens.get().lifetime().toSeconds()));
        cookie.setAttribute("SameSite", "Lax");
        response.addCookie(cookie);
    }

    private String counted(@Nullable ClientAddress client) {
        return client == null || client.address() == null
                ? ClientAddress.UNKNOWN_TEXT
                : client.address().countedAs(ipv6Prefix).toString();
    }
}
