package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * Recognises the device that a call comes from, for the dimension {@code device}. There is one for each web technology.
 * Called on the request path by many threads: no I/O.
 */
@FunctionalInterface
public interface DeviceResolver {

    /**
     * The device of a call.
     *
     * @param caller who calls
     * @return its id, proven to be given out by the library; null if there is none, then the address is counted
     */
    @Nullable
    String resolve(Caller caller);
}
