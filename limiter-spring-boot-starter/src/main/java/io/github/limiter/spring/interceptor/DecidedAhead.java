package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;

/**
 * Says whose calls are decided by what invokes them, since the interceptor would not find the request that they belong
 * to. Asked once per guarded method that returns no publisher.
 */
@FunctionalInterface
public interface DecidedAhead {

    /**
     * Whether the invoker decides.
     *
     * @param method the guarded method
     * @param type the class of its bean
     * @return true if the interceptor has to let its calls through
     */
    boolean covers(Method method, Class<?> type);
}
