package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.PolicyFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * What guards which method, parsed once and cached, "nothing" too. The pointcut asks while beans are made, when the
 * engine is not ready: it learns what the annotations say. What they mean is parsed before the application is ready, so
 * that mistakes stop its start; for types that appear later, as they appear. Thread-safe.
 */
public final class GuardedMethods {

    private static final Logger log = LoggerFactory.getLogger(GuardedMethods.class);

    private final SingletonSupplier<RateLimitParser> parser;
    private final Map<Class<?>, Map<Method, LimitAnnotations>> annotated = new ConcurrentHashMap<>();
    private final Map<MethodClassKey, Optional<GuardedMethod>> parsed = new ConcurrentHashMap<>();
    private final Map<MethodClassKey, Boolean> unlimited = new ConcurrentHashMap<>();
    private final Set<Class<?>> candidates = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<Class<?>> reported = ConcurrentHashMap.newKeySet();
    private final Reachability reachability;
    private volatile boolean engineIsReady;
    private volatile boolean blacklisted;

    /**
     * Nothing parsed yet.
     *
     * @param beans resolves placeholders and {@code @beans}
     * @param policies makes policies; asked for on first use
     * @param executor where calls that answer with a future go on after they have waited; asked for on first use
     * @param ahead whose calls are decided elsewhere; asked for on first use
     * @param held whose calls can be held without a thread, null for none; asked for on first use
     * @param blacklists makes ban rules; asked for on first use
     */
    public GuardedMethods(
            ConfigurableBeanFactory beans,
            Supplier<PolicyFactory> policies,
            Supplier<Executor> executor,
            Supplier<DecidedAhead> ahead,
            Supplier<@Nullable HeldAnswers> held,
            Supplier<BlacklistRules> blacklists) {
        reachability =
                new Reachability(() -> beans.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
                        .isProxyTargetClass());
        parser = SingletonSupplier.of(() -> new RateLimitParser(
                policies.get(),
                new CallExpressions(beans, beans.getBeanClassLoader()),
                new AnnotationReader(new EmbeddedValueResolver(beans)),
                new CallStyles(executor, ahead.get(), held.get()),
                blacklists.get()));
    }

    /** Whether a bean of this class needs the interceptor. */
    boolean carriesLimits(Class<?> beanClass) {
        boolean found = false;
        for (Class<?> type : typesOf(beanClass)) {
            if (!annotated(type).isEmpty()) {
                found = true;
                announce(type);
            }
        }
        return found;
    }

    /** Whether a method of such a bean needs it; what its limits mean is not looked at. */
    boolean carriesLimits(Method method, Class<?> beanClass) {
        for (Class<?> type : typesOf(beanClass)) {
            if (annotated(type).containsKey(AopUtils.getMostSpecificMethod(method, type))) {
                return true;
            }
        }
        return false;
    }

    private void announce(Class<?> type) {
        if (candidates.add(type) && engineIsReady) {
            parse(type);
        }
    }

    /** Parses all that was announced so far; from now on, at once. */
    void engineIsReady() {
        engineIsReady = true;
        List.copyOf(candidates).forEach(this::parse);
    }

    private void parse(Class<?> type) {
        Map<Method, LimitAnnotations> methods = annotated(type);
        methods.keySet().forEach(method -> find(method, type));
        SelfInvocations.in(type, methods)
                .forEach(call -> log.warn(
                        "{} does not act when {} calls it: a bean's calls of its own methods pass by its proxy. Move one"
                                + " of the two to another bean, or call it through an injected bean",
                        RateLimitParser.place(
                                call.callee().method(), type, call.callee().annotations()),
                        call.caller()));
    }

    /**
     * Whether a call of a bean's method is decided by the interceptor. Says so in the log if it should be, but no proxy
     * stands before the bean.
     *
     * @param bean the bean as it is called, with its proxies
     * @param method the method as it is called
     * @return true if its limits will be charged
     */
    public boolean guards(Object bean, Method method) {
        return guarding(bean, method) != null;
    }

    /**
     * What the invoker of a bean's method has to charge, since the interceptor lets its calls through.
     *
     * @param bean the bean as it is called, with its proxies
     * @param method the method as it is called
     * @return empty for most methods: they are not guarded, or the interceptor decides
     * @see DecidedAhead
     */
    public List<Charge> chargesAhead(Object bean, Method method) {
        GuardedMethod guarded = guarding(bean, method);
        return guarded == null ? List.of() : guarded.chargesAhead();
    }

    /**
     * The limits that every call of a bean's method is subject to, whatever its arguments. Keys and costs are left out.
     *
     * @param bean the bean as it is called, with its proxies
     * @param method the method as it is called
     * @return empty if it is not guarded; null if that depends on the call, or if refused calls are answered by a fallback
     */
    public @Nullable List<Charge> certainCharges(Object bean, Method method) {
        GuardedMethod guarded = guarding(bean, method);
        return guarded == null ? List.of() : guarded.certainCharges();
    }

    /**
     * What a refusal by {@link #chargesAhead} counts as.
     *
     * @param bean the bean as it is called, with its proxies
     * @param method the method as it is called
     * @return null for nothing, and where the interceptor decides
     */
    public @Nullable BanRule ruleAhead(Object bean, Method method) {
        GuardedMethod guarded = guarding(bean, method);
        return guarded == null ? null : guarded.ruleAhead();
    }

    /**
     * Whether anything that was announced so far has a blacklist.
     *
     * @return true once a {@link io.github.limiter.annotation.Blacklist} was seen
     */
    public boolean haveBlacklist() {
        return blacklisted;
    }

    private @Nullable GuardedMethod guarding(Object bean, Method method) {
        Advised proxy = Weaving.guarding(bean);
        if (proxy != null) {
            Class<?> target = proxy.getTargetSource().getTargetClass();
            return target == null ? null : find(method, target);
        }
        if (carriesLimits(method, bean.getClass())) {
            report(bean);
        }
        return null;
    }

    /** Says once that a bean's limits do not act. */
    void report(Object bean) {
        if (reported.add(bean.getClass())) {
            log.error(
                    "{} carries @RateLimit or @Blacklist, but no proxy stands before it: they do not act. Most often it is made"
                            + " too early, for a BeanPostProcessor that needs it, or not by a context that the limiter"
                            + " is configured in",
                    bean.getClass().getName());
        }
    }

    /**
     * Whether a method is exempt from limits that need no annotation.
     *
     * @param bean the bean as it is called, with its proxies
     * @param method the method as it is called
     * @return true if {@link io.github.limiter.annotation.Unlimited} stands nearest to it
     */
    public boolean isUnlimited(Object bean, Method method) {
        Class<?> type = ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(bean));
        return unlimited.computeIfAbsent(
                new MethodClassKey(method, type),
                key -> LimitAnnotations.isUnlimited(AopUtils.getMostSpecificMethod(method, type), type));
    }

    @Nullable
    GuardedMethod find(Method method, Class<?> beanClass) {
        MethodClassKey key = new MethodClassKey(method, beanClass);
        Optional<GuardedMethod> known = parsed.get(key);
        if (known == null) {
            known = Optional.ofNullable(parse(method, beanClass));
            parsed.put(key, known);
        }
        return known.orElse(null);
    }

    private @Nullable GuardedMethod parse(Method method, Class<?> beanClass) {
        for (Class<?> type : typesOf(beanClass)) {
            Method specific = AopUtils.getMostSpecificMethod(method, type);
            LimitAnnotations annotations = annotated(type).get(specific);
            if (annotations != null) {
                return parser.obtain().parse(specific, type, annotations);
            }
        }
        return null;
    }

    private Map<Method, LimitAnnotations> annotated(Class<?> type) {
        Map<Method, LimitAnnotations> known = annotated.get(type);
        if (known == null) {
            known = LimitAnnotations.of(type);
            // Now, since a proxy that cannot be made fails before anything is parsed.
            known.forEach((method, annotations) ->
                    reachability.check(method, type, annotations, RateLimitParser.place(method, type, annotations)));
            annotated.put(type, known);
            if (known.values().stream().anyMatch(annotations -> annotations.blacklist() != null)) {
                blacklisted = true;
            }
        }
        return known;
    }

    /** What people wrote, in the place of classes that are generated from it. */
    private static Class<?>[] typesOf(Class<?> beanClass) {
        return Proxy.isProxyClass(beanClass)
                ? beanClass.getInterfaces()
                : new Class<?>[] {ClassUtils.getUserClass(beanClass)};
    }
}
