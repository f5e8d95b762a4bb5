package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.subject.Caller;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Scopes of calls outside of any request of the thread's own; it may work for one of others. Thread-safe. */
public final class DetachedCallScopes implements CallScope.Source {

    private final List<Charge> owed;
    private final Supplier<@Nullable String> user;

    /**
     * A source of scopes.
     *
     * @param owed what every call is charged besides its own limits
     * @param user the user that the current thread works for; null for nobody
     */
    public DetachedCallScopes(List<Charge> owed, Supplier<@Nullable String> user) {
        this.owed = List.copyOf(owed);
        this.user = user;
    }

    @Override
    public CallScope current() {
        CallScope bound = BoundScope.current();
        if (bound != null) {
            return bound;
        }
        String name = user.get();
        return new DetachedCallScope(name == null ? Caller.NONE : new Caller(null, name, null), owed);
    }
}
