package io.github.limiter.annotation;

/**
 * Names of the built-in algorithms. The registry is open: the {@code name()} of any {@code RateLimitAlgorithm} bean may
 * stand in their place. Upper case and {@code _} are read as lower case and {@code -}.
 */
public final class Algorithms {

    /** Windows aligned to the epoch; cheapest; up to twice the limit across a boundary. */
    public static final String FIXED_WINDOW = "fixed-window";

    /** Exact: at most {@code limit} units in every interval of one window. */
    public static final String SLIDING_WINDOW = "sliding-window";

    /** Constant rate: calls depart at least {@code window / limit} apart, and may wait for their departure. */
    public static final String LEAKY_BUCKET = "leaky-bucket";

    /** Continuous refill with room for a burst; at most {@code burst + rate * t} units in any time t. */
    public static final String TOKEN_BUCKET = "token-bucket";

    /**
     * At most {@code limit} units under way at once, whatever their rate; a call gives back what it took when it has
     * ended. {@code window} is how long it may hold it at most, in case its node dies.
     */
    public static final String CONCURRENCY = "concurrency";

    private Algorithms() {}
}
