package io.github.limiter.captcha;

import io.github.limiter.subject.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pass that a call carries. There is one for each web technology. Called on the request path by many threads: no
 * I/O.
 */
@FunctionalInterface
public interface PassResolver {

    /** How many passes of one call are looked at. */
    int MOST = 4;

    /**
     * The pass of a call.
     *
     * @param caller who calls
     * @return what the client sent, of any length and content; null if it sent none
     */
    @Nullable
    String resolve(Caller caller);

    /**
     * All that a call carries and that may be a pass, so that a stale one hides no good one.
     *
     * @param caller who calls
     * @return the likeliest first, {@link #MOST} at most are looked at; empty if the client sent none
     */
    default List<String> resolveAll(Caller caller) {
        String pass = resolve(caller);
        return pass == null ? List.of() : List.of(pass);
    }

    /**
     * Whether who sent a call would see that a challenge is asked for, so that he can be said to ignore it: not if a page
     * made his browser ask for an image, say.
     *
     * @param caller who calls
     * @return true unless the call says otherwise
     */
    default boolean isSeen(Caller caller) {
        return true;
    }
}
