package io.github.limiter.spring.autoconfigure;

import io.github.limiter.guard.Guard;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.interceptor.CallScope;
import io.github.limiter.spring.interceptor.DecidedAhead;
import io.github.limiter.spring.interceptor.GuardAdvisor;
import io.github.limiter.spring.interceptor.GuardedBeans;
import io.github.limiter.spring.interceptor.GuardedMethods;
import io.github.limiter.spring.interceptor.HeldAnswers;
import io.github.limiter.spring.interceptor.RequestFactsReader;
import io.github.limiter.spring.interceptor.RiskAdvisor;
import io.github.limiter.spring.interceptor.RiskMethods;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * Weaves the guard into annotated methods. The advisor exists before the beans it is woven into, so it asks for the
 * engine only when it is used.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "limiter", name = "enabled", matchIfMissing = true)
@Import(GuardProxies.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
class AdvisorConfiguration {

    private static final String APPLICATION_TASK_EXECUTOR = "applicationTaskExecutor";

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static GuardedMethods limiterGuardedMethods(
            ConfigurableBeanFactory beans,
            ObjectProvider<PolicyFactory> policies,
            ObjectProvider<DecidedAhead> ahead,
            ObjectProvider<HeldAnswers> held,
            ObjectProvider<BlacklistRules> blacklists) {
        return new GuardedMethods(
                beans,
                policies::getObject,
                SingletonSupplier.of(() -> executor(beans)),
                () -> ahead.getIfAvailable(() -> (method, type) -> false),
                held::getIfAvailable,
                blacklists::getObject);
    }

    /** Boot's own, whose threads are those that the application wants; else the JDK's. */
    private static Executor executor(ConfigurableBeanFactory beans) {
        return beans.containsBean(APPLICATION_TASK_EXECUTOR)
                ? beans.getBean(APPLICATION_TASK_EXECUTOR, Executor.class)
                : new CompletableFuture<>().defaultExecutor();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static GuardedBeans limiterGuardedBeans(ConfigurableListableBeanFactory beans, GuardedMethods guarded) {
        return new GuardedBeans(beans, guarded);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static GuardAdvisor limiterGuardAdvisor(
            GuardedMethods guarded, ObjectProvider<Guard> guard, ObjectProvider<CallScope.Source> scopes) {
        return new GuardAdvisor(
                guarded, SingletonSupplier.of(guard::getObject), SingletonSupplier.of(scopes::getObject));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RiskAdvisor limiterRiskAdvisor(
            ConfigurableBeanFactory beans,
            ObjectProvider<LimiterProperties> properties,
            ObjectProvider<Guard> guard,
            ObjectProvider<RiskGuard> risk,
            ObjectProvider<CallScope.Source> scopes,
            ObjectProvider<RequestFactsReader> facts) {
        return new RiskAdvisor(
                new RiskMethods(
                        beans, () -> properties.getObject().risk().scenes().keySet()),
                SingletonSupplier.of(guard::getObject),
                SingletonSupplier.of(risk::getObject),
                SingletonSupplier.of(scopes::getObject),
                SingletonSupplier.of(() -> facts.getIfAvailable(() -> caller -> null)));
    }
}
