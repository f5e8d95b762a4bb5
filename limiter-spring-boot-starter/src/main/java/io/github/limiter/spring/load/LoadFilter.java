package io.github.limiter.spring.load;

import io.github.limiter.load.AdaptiveLoad;
import io.github.limiter.load.AdaptiveLoad.End;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells the load of this node when requests begin and end, asynchronous ones when they are complete. Thread-safe. */
public final class LoadFilter implements Filter {

    private final AdaptiveLoad load;

    /**
     * A filter.
     *
     * @param load is told
     */
    public LoadFilter(AdaptiveLoad load) {
        this.load = load;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        long begun = load.begun();
        End end = End.OTHER;
        try {
            chain.doFilter(request, response);
            end = endOf(response);
        } finally {
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new AtTheEnd(begun, response));
            } else {
                load.ended(begun, end);
            }
        }
    }

    private static End endOf(ServletResponse response) {
        return response instanceof HttpServletResponse http
                ? Answered.end(http.getStatus(), http.getContentType())
                : End.OTHER;
    }

    /** Once, though some servers say it twice. */
    private final class AtTheEnd implements AsyncListener {

        private final long begun;
        private final ServletResponse response;
        private final AtomicBoolean over = new AtomicBoolean();

        AtTheEnd(long begun, ServletResponse response) {
            this.begun = begun;
            this.response = response;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            if (over.compareAndSet(false, true)) {
                load.ended(begun, event.getThrowable() == null ? endOf(response) : End.OTHER);
            }
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // A new cycle forgets the listeners of the last.
            event.getAsyncContext().addListener(this);
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}
    }
}
