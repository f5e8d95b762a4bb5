package io.github.limiter.spring.load;

import io.github.limiter.load.AdaptiveLoad.End;
import org.jspecify.annotations.Nullable;

/** Whether the time that a request took says something about the load. */
final class Answered {

    private static final int FIRST_SUCCESS = 200;
    private static final int FIRST_ERROR = 400;

    private Answered() {}

    /** Errors and refusals are quick or slow for reasons of their own; streams of events last as long as somebody listens. */
    static End end(int status, @Nullable String contentType) {
        boolean events = contentType != null && contentType.startsWith("text/event-stream");
        return status >= FIRST_SUCCESS && status < FIRST_ERROR && !events ? End.SERVED : End.OTHER;
    }
}
