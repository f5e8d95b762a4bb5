package io.github.limiter.captcha;

import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pass that a call carries. There is one for each web technology. Called on the request path by many threads: no
 * I/O.
 */
@FunctionalInterface
public interface PassResolver {

    /**
     * The pass of a call.
     *
     * @param caller who calls
     * @return what the client sent, of any length and content; null if it sent none
     */
    @Nullable
    String resolve(Caller caller);

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
