package io.github.limiter.spring.interceptor;

import java.lang.reflect.Method;

/** Knows methods whose caller, a web framework, can be given a value now and goes on with it when the departure has come. */
public interface HeldAnswers {

    /**
     * Whether calls of a method can be held so.
     *
     * @param method the guarded method
     * @param type the class of its bean
     * @return asked once for each method
     */
    boolean suit(Method method, Class<?> type);

    /**
     * What a method returns for now.
     *
     * @param method the method
     * @param call a call of it
     * @return of the type that it returns
     */
    Object of(Method method, HeldCall call);
}
