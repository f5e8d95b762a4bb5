package io.github.limiter.spring.web;

import io.github.limiter.subject.ClientAddress;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Recognises devices by what is in their cookie, in no web technology. Thread-safe.
 *
 * <p>It is asked only when a policy counts by device, and only then is a cookie given to those who have no good one;
 * refused requests get one too, or a newcomer behind an exhausted address could never become a device.
 */
public final class Devices {

    /** Name of the cookie. */
    public static final String COOKIE = "limiter-device";

    private final Supplier<DeviceTokens> tokens;
    private final int ipv6Prefix;

    /**
     * Recognises devices.
     *
     * @param tokens what is in the cookies; asked for when first needed
     * @param ipv6Prefix bits of an IPv6 address that make a client
     */
    public Devices(Supplier<DeviceTokens> tokens, int ipv6Prefix) {
        this.tokens = tokens;
        this.ipv6Prefix = ipv6Prefix;
    }

    /**
     * What was found out about a request.
     *
     * @param id the device; null if its address is to be counted
     * @param token what its cookie is to be from now on, for {@link Devices#lifetime()}; null to leave it as it is
     */
    public record Found(@Nullable String id, @Nullable String token) {}

    /**
     * Finds out about a request.
     *
     * @param token what its cookie says, of any length and content; null if it has none
     * @param client where it comes from; null if that is not known
     * @return what was found out
     */
    public Found find(@Nullable String token, @Nullable ClientAddress client) {
        Device device = tokens.get().read(token);
        return new Found(
                device != null && device.known() ? device.id() : null,
                device == null ? tokens.get().issue(counted(client)) : null);
    }

    private String counted(@Nullable ClientAddress client) {
        return client == null || client.address() == null
                ? ClientAddress.UNKNOWN_TEXT
                : client.address().countedAs(ipv6Prefix).toString();
    }

    /**
     * For how long a cookie is kept.
     *
     * @return since it was given out
     */
    public Duration lifetime() {
        return tokens.get().lifetime();
    }
}
