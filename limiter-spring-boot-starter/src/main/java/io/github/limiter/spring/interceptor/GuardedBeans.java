package io.github.limiter.spring.interceptor;

import java.lang.reflect.Proxy;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Goes through all beans before the application is ready: what limits them is parsed, even if they are made later, and
 * those that should be limited but are not are told. Looks at contexts above and below its own too.
 */
public final class GuardedBeans implements SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

    private final ConfigurableListableBeanFactory beans;
    private final GuardedMethods guarded;

    /**
     * For the beans of a context.
     *
     * @param beans its beans
     * @param guarded what guards their methods
     */
    public GuardedBeans(ConfigurableListableBeanFactory beans, GuardedMethods guarded) {
        this.beans = beans;
        this.guarded = guarded;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            announce(name);
        }
        guarded.engineIsReady();
        BeanFactory factory = beans;
        while (factory instanceof ConfigurableListableBeanFactory inspected) {
            inspect(inspected);
            BeanFactory parent = inspected.getParentBeanFactory();
            factory = parent instanceof ConfigurableApplicationContext context ? context.getBeanFactory() : parent;
        }
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() instanceof ConfigurableApplicationContext context
                && context.getBeanFactory() != beans) {
            inspect(context.getBeanFactory());
        }
    }

    /** What a bean is or will be, as far as is known; an interface says too little. */
    private void announce(String name) {
        Class<?> type;
        try {
            type = beans.getType(name, false);
        } catch (BeansException | LinkageError e) {
            // Whoever asks for the bean will hear of it.
            return;
        }
        if (type != null && !type.isInterface() && !Proxy.isProxyClass(type)) {
            guarded.carriesLimits(type);
        }
    }

    private void inspect(ConfigurableListableBeanFactory factory) {
        for (String name : factory.getBeanDefinitionNames()) {
            Object made = factory.getSingleton(name);
            if (made != null
                    && !(made instanceof AopInfrastructureBean)
                    && !Weaving.isWoven(made)
                    && guarded.carriesLimits(made.getClass())) {
                guarded.report(made);
            }
        }
    }
}
