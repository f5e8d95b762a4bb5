package io.github.limiter.spring.interceptor;

import org.jspecify.annotations.Nullable;

/** The scope that a thread works for although its request is not the thread's own. */
final class BoundScope implements AutoCloseable {

    private static final ThreadLocal<@Nullable CallScope> CURRENT = new ThreadLocal<>();

    private final @Nullable CallScope before;

    private BoundScope(@Nullable CallScope before) {
        this.before = before;
    }

    static @Nullable CallScope current() {
        return CURRENT.get();
    }

    static BoundScope bind(CallScope scope) {
        BoundScope bound = new BoundScope(CURRENT.get());
        CURRENT.set(scope);
        return bound;
    }

    static void set(@Nullable CallScope scope) {
        if (scope == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(scope);
        }
    }

    @Override
    public void close() {
        set(before);
    }
}
