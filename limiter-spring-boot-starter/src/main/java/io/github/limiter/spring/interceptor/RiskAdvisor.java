package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.guard.Guard;
import io.github.limiter.risk.RiskGuard;
import java.lang.reflect.Method;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.function.SingletonSupplier;

/** Puts risk control behind the limits of a method, before the method itself. */
public final class RiskAdvisor extends DefaultPointcutAdvisor implements SmartInitializingSingleton {

    private static final long serialVersionUID = 1L;

    private final transient RiskMethods methods;

    /**
     * The advisor.
     *
     * @param methods which are checked
     * @param guard decides; asked for on the first call
     * @param risk assesses; asked for like the guard
     * @param scopes what calls happen in; asked for like the guard
     * @param facts what their requests say; asked for like the guard
     */
    public RiskAdvisor(
            RiskMethods methods,
            SingletonSupplier<Guard> guard,
            SingletonSupplier<RiskGuard> risk,
            SingletonSupplier<CallScope.Source> scopes,
            SingletonSupplier<RequestFactsReader> facts) {
        super(new Checked(methods), new RiskInterceptor(methods, guard, risk, scopes, facts));
        this.methods = methods;
        setOrder(GuardAdvisor.ORDER + 1);
    }

    @Override
    public void afterSingletonsInstantiated() {
        methods.prepare();
    }

    /** Methods that carry checks. */
    private static final class Checked extends StaticMethodMatcherPointcut {

        private final RiskMethods methods;

        private Checked(RiskMethods methods) {
            this.methods = methods;
            setClassFilter(type -> AnnotationUtils.isCandidateClass(type, RiskCheck.class));
        }

        @Override
        public boolean matches(Method method, Class<?> type) {
            return methods.carriesChecks(method, type);
        }
    }
}
