package io.github.limiter.spring.watch;

/** A scope of calls that is a request, whose end is watched. */
public interface Watched {

    /**
     * What is found out about the request.
     *
     * @return the same for all of its handling
     */
    RequestMarks marks();
}
