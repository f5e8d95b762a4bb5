package io.github.limiter.spring.interceptor;

import org.springframework.util.ClassUtils;
import reactor.core.scheduler.Schedulers;

/** Tells threads that serve many callers, and must not wait for one of them, from others. */
final class EventLoops {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.scheduler.Schedulers", EventLoops.class.getClassLoader());

    /** Threads of Netty, which Redis clients run on, and of Kotlin's dispatchers, by the names of their classes. */
    private static final ClassValue<Boolean> SHARED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            for (Class<?> thread = type; thread != null; thread = thread.getSuperclass()) {
                if (thread.getName().startsWith("io.netty.") || thread.getName().startsWith("kotlinx.coroutines.")) {
                    return true;
                }
            }
            return false;
        }
    };

    private EventLoops() {}

    /** Whether the current thread may wait for the store, which answers soon. */
    static boolean canWait() {
        return !forbidWaiting() && !SHARED.get(Thread.currentThread().getClass());
    }

    /** Whether the current thread must not wait at all, by Reactor's own rule. */
    static boolean forbidWaiting() {
        return REACTOR && Reactor.forbidsWaiting();
    }

    /** Touched only where Reactor is there. */
    private static final class Reactor {

        static boolean forbidsWaiting() {
            return Schedulers.isInNonBlockingThread();
        }
    }
}
