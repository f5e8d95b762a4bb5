package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * A call of a guarded method: the {@code #root} of its expressions.
 *
 * @param invocation the invocation
 */
public record Call(MethodInvocation invocation) {

    /**
     * The called method.
     *
     * @return the method
     */
    public Method getMethod() {
        return invocation.getMethod();
    }

    /**
     * The called object.
     *
     * @return the target
     */
    public @Nullable Object getTarget() {
        return invocation.getThis();
    }

    /**
     * The arguments.
     *
     * @return in the order of the parameters
     */
    public Object[] getArgs() {
        return invocation.getArguments();
    }

    @Nullable
    Object[] arguments() {
        return invocation.getArguments();
    }
}
