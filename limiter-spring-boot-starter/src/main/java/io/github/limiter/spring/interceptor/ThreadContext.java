package io.github.limiter.spring.interceptor;

import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.Executor;
import org.springframework.util.ClassUtils;

/** What belongs to the current thread: security, tracing, whatever Micrometer's context propagation knows of. */
final class ThreadContext {

    private static final boolean PROPAGATION =
            ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory", ThreadContext.class.getClassLoader());

    private ThreadContext() {}

    /** The executor, with the context of the current thread around all that it runs. */
    static Executor carriedBy(Executor executor) {
        return PROPAGATION ? Propagation.carriedBy(executor) : executor;
    }

    /** Touched only where context propagation is there. */
    private static final class Propagation {

        private static final ContextSnapshotFactory SNAPSHOTS =
                ContextSnapshotFactory.builder().build();

        static Executor carriedBy(Executor executor) {
            return SNAPSHOTS.captureAll().wrapExecutor(executor);
        }
    }
}
