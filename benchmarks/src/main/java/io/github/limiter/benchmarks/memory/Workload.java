package io.github.limiter.benchmarks.memory;

/** Who asks, and what they are told. */
public enum Workload {
    /** All threads ask for one user, who is never refused. */
    HOT_KEY_ALLOWED("hot key, allowed", 1, 1, true),
    /** All threads ask for one user, who is always refused. */
    HOT_KEY_DENIED("hot key, denied", 1, 1, false),
    /** 100,000 users in random order, none ever refused. */
    MANY_KEYS_ALLOWED("100k keys, allowed", 100_000, 1, true),
    /** 100,000 users in random order, all refused. */
    MANY_KEYS_DENIED("100k keys, denied", 100_000, 1, false),
    /** 100,000 users in random order, each under three limits that admit. */
    THREE_LIMITS("100k keys, 3 limits", 100_000, 3, true);

    /** Units that users have where all are to be refused, for longer than anybody measures. */
    static final int SCARCE_LIMIT = 2;

    private final String title;
    private final int users;
    private final int limits;
    private final boolean allowed;

    Workload(String title, int users, int limits, boolean allowed) {
        this.title = title;
        this.users = users;
        this.limits = limits;
        this.allowed = allowed;
    }

    String title() {
        return title;
    }

    int users() {
        return users;
    }

    int limits() {
        return limits;
    }

    boolean allowed() {
        return allowed;
    }

    /** Bound of a store or cache: twice what is in use, so that nobody evicts. */
    int maxKeys() {
        return 2 * users * limits;
    }
}
