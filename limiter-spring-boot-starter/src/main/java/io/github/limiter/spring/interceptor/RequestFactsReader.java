package io.github.limiter.spring.interceptor;

import io.github.limiter.risk.RequestFacts;
import io.github.limiter.subject.Caller;
import org.jspecify.annotations.Nullable;

/** Says what a request of a web technology says. */
@FunctionalInterface
public interface RequestFactsReader {

    /**
     * What the request of a caller says.
     *
     * @param caller who calls
     * @return null outside of a request
     */
    @Nullable
    RequestFacts read(Caller caller);
}
