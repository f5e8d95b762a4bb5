package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.Guard;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.function.SingletonSupplier;

/**
 * Weaves the guard into beans whose methods carry limits. Its {@link #ORDER} puts it before method security (100 and
 * more), caching and transactions (last): a refused call opens no transaction, a cached answer costs a permit, and who
 * tries what he may not is counted too.
 */
public final class GuardAdvisor extends DefaultPointcutAdvisor implements SmartInitializingSingleton {

    private static final long serialVersionUID = 1L;

    /** Place among the advisors of a bean. */
    public static final int ORDER = 0;

    /**
     * The advisor.
     *
     * @param guarded what guards which method
     * @param guard decides; asked for when all beans are there, or on the first call
     * @param scopes what calls happen in; asked for like the guard
     */
    public GuardAdvisor(
            GuardedMethods guarded, SingletonSupplier<Guard> guard, SingletonSupplier<CallScope.Source> scopes) {
        super(new GuardPointcut(guarded), new GuardInterceptor(guarded, guard, scopes));
        setOrder(ORDER);
    }

    @Override
    public void afterSingletonsInstantiated() {
        ((GuardInterceptor) getAdvice()).prepare();
    }
}
