package io.github.limiter.annotation;

/**
 * Names of the built-in dimensions: who is counted. The registry is open: the {@code name()} of any
 * {@code DimensionResolver} bean may stand in their place.
 */
public final class Dimensions {

    /** Everybody together, over all policies of this dimension that share a name. */
    public static final String GLOBAL = "global";

    /** All callers of this policy together. */
    public static final String INTERFACE = "interface";

    /** The client's address; IPv6 by its /64. */
    public static final String IP = "ip";

    /** The authenticated user; without one, as {@code limiter.user.missing} says. */
    public static final String USER = "user";

    /** The client's network: /24 of IPv4, /48 of IPv6. */
    public static final String SUBNET = "subnet";

    /**
     * The client's device, recognised by a cookie that the library signs; without a good one, the address. A new cookie
     * is good after a minute ({@code limiter.device.min-age}), and one address has 32 devices at most
     * ({@code limiter.device.per-address}).
     */
    public static final String DEVICE = "device";

    private Dimensions() {}
}
