package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.RiskCheck;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Names;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.subject.DimensionRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/** Which methods are checked, parsed once and cached; what is wrong with one stops the start. Thread-safe. */
public final class RiskMethods {

    /** What answers later than its method returns, by name, since none of it need be there. */
    private static final Set<String> LATER = Set.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "kotlinx.coroutines.Deferred",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.SingleSource",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.smallrye.mutiny.Uni",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
            "java.util.concurrent.Callable");

    private static final Logger log = LoggerFactory.getLogger(RiskCheck.class);

    private final ConfigurableBeanFactory beans;
    private final Supplier<Collection<String>> scenes;
    private final SingletonSupplier<CallExpressions> expressions;
    private final SingletonSupplier<DimensionRegistry> dimensions;
    private final Map<MethodClassKey, List<RiskCheckedCall>> parsed = new ConcurrentHashMap<>();
    private final Set<MethodClassKey> announced = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Map<MethodClassKey, Method> methods = new ConcurrentHashMap<>();
    private final Map<MethodClassKey, Class<?>> types = new ConcurrentHashMap<>();

    /**
     * Nothing parsed yet.
     *
     * @param beans resolves placeholders and {@code @beans}
     * @param scenes the names that properties know; asked for on first use
     */
    public RiskMethods(ConfigurableBeanFactory beans, Supplier<Collection<String>> scenes) {
        this.beans = beans;
        this.scenes = scenes;
        this.dimensions = SingletonSupplier.of(() -> beans.getBean(DimensionRegistry.class));
        this.expressions = SingletonSupplier.of(() -> new CallExpressions(beans, beans.getBeanClassLoader()));
    }

    /** Whether a method carries checks; refuses those that no proxy can check. */
    boolean carriesChecks(Method method, Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        Method specific = AopUtils.getMostSpecificMethod(method, user);
        Set<RiskCheck> annotations = annotations(specific);
        if (annotations.isEmpty()) {
            return false;
        }
        // Before the rest: Kotlin puts the body of such a function into a static one, with its annotations.
        if (isSuspending(specific)) {
            throw unsupported(specific, place(specific, user));
        }
        int modifiers = specific.getModifiers();
        String obstacle = Modifier.isPrivate(modifiers)
                ? "private"
                : Modifier.isStatic(modifiers) ? "static" : Modifier.isFinal(modifiers) ? "final" : null;
        if (obstacle == null && Modifier.isFinal(user.getModifiers()) && isSubclassed(user)) {
            obstacle = "in the final class " + user.getSimpleName();
        }
        if (obstacle != null) {
            throw new InvalidConfigurationException(
                    place(specific, user) + ": method",
                    specific.getName(),
                    "is " + obstacle + ", so no proxy can check it",
                    "Change that, or call the RiskGuard bean inside");
        }
        MethodClassKey key = new MethodClassKey(specific, user);
        methods.put(key, specific);
        types.put(key, user);
        announced.add(key);
        return true;
    }

    /** Whether its proxy is a subclass. */
    private boolean isSubclassed(Class<?> type) {
        return ClassUtils.getAllInterfacesForClass(type).length == 0
                || beans.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME, ProxyConfig.class)
                        .isProxyTargetClass();
    }

    private static Set<RiskCheck> annotations(Method method) {
        return AnnotatedElementUtils.findMergedRepeatableAnnotations(method, RiskCheck.class);
    }

    private static String place(Method method, Class<?> type) {
        return "@RiskCheck on " + ClassUtils.getShortName(type) + "." + method.getName();
    }

    /** Parses all that was announced, so that mistakes stop the start. */
    void prepare() {
        for (MethodClassKey key : List.copyOf(announced)) {
            Method method = methods.get(key);
            Class<?> type = types.get(key);
            if (method != null && type != null) {
                find(method, type).forEach(check -> checkDimensions(check, place(method, type)));
            }
        }
    }

    /** A check that looks at nobody must not look like one. */
    private void checkDimensions(RiskCheckedCall check, String place) {
        RiskGuard risk = beans.getBeanProvider(RiskGuard.class).getIfAvailable();
        Scene scene = risk == null ? null : risk.scene(check.scene());
        if (scene == null) {
            return;
        }
        Set<String> looked =
                scene.signals().stream().map(SignalRule::dimension).collect(Collectors.toCollection(TreeSet::new));
        for (String dimension : check.dimensions()) {
            if (!looked.contains(dimension)) {
                throw new InvalidConfigurationException(
                        place + ": dimension",
                        dimension,
                        "is none that the scene " + scene.name() + " has a rule of",
                        "Use one of " + String.join(", ", looked) + ", or add a rule to limiter.risk.scenes."
                                + scene.name() + ".signals");
            }
        }
    }

    List<RiskCheckedCall> find(Method method, Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        Method specific = AopUtils.getMostSpecificMethod(method, user);
        MethodClassKey key = new MethodClassKey(specific, user);
        List<RiskCheckedCall> known = parsed.get(key);
        if (known == null) {
            known = parse(specific, user);
            parsed.put(key, known);
        }
        return known;
    }

    private List<RiskCheckedCall> parse(Method method, Class<?> type) {
        String place = place(method, type);
        List<RiskCheckedCall> checks = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (RiskCheck annotation : annotations(method)) {
            RiskCheckedCall check = parse(annotation, method, type, place);
            if (!seen.add(check.scene())) {
                throw new InvalidConfigurationException(
                        place + ": scene", check.scene(), "stands twice on one method", "Leave one of them out");
            }
            checks.add(check);
        }
        if (!checks.isEmpty()) {
            checkReturnType(method, place);
        }
        return List.copyOf(checks);
    }

    private static void checkReturnType(Method method, String place) {
        Class<?> type = method.getReturnType();
        boolean future = Future.class.isAssignableFrom(type) && !CompletionStage.class.isAssignableFrom(type);
        if (future || isLater(type)) {
            throw unsupported(method, place);
        }
    }

    private static boolean isSuspending(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .anyMatch(parameter -> parameter.getName().equals("kotlin.coroutines.Continuation"));
    }

    /** Whether what became of a call is not known yet when it returns something of this type. */
    static boolean isLater(@Nullable Class<?> type) {
        return type != null
                && (LATER.contains(type.getName())
                        || isLater(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(RiskMethods::isLater));
    }

    private static InvalidConfigurationException unsupported(Method method, String place) {
        return new InvalidConfigurationException(
                place,
                method.getName(),
                (isSuspending(method)
                                ? "suspends"
                                : "answers with " + method.getReturnType().getSimpleName())
                        + ", so that what became of a call is not known when it returns",
                "Let it return its value or a CompletionStage, or call the RiskGuard bean inside");
    }

    private RiskCheckedCall parse(RiskCheck annotation, Method method, Class<?> type, String place) {
        String scene = Names.canonical(text(annotation.scene(), place, "scene"));
        Collection<String> configured = scenes.get();
        if (!configured.contains(scene) && !BuiltInScenes.names().contains(scene)) {
            throw new InvalidConfigurationException(
                    place + ": scene",
                    scene,
                    "is neither built in nor configured",
                    "Use one of " + String.join(", ", BuiltInScenes.names()) + ", or configure limiter.risk.scenes."
                            + scene);
        }
        if (!configured.contains(scene)) {
            log.info("{} does nothing until limiter.risk.scenes.{}.mode is set", place, scene);
        }
        String step = text(annotation.step(), place, "step");
        if (!step.isEmpty() && !step.equals(RiskEvent.BEGIN)) {
            throw new InvalidConfigurationException(
                    place + ": step", step, "is no step", "Use " + RiskEvent.BEGIN + ", or leave it out");
        }
        Written key = written(annotation.key(), place, "key");
        Written fallback = written(annotation.fallback(), place, "fallback");
        Written result = written(annotation.failureResult(), place, "failureResult");
        return new RiskCheckedCall(
                scene,
                key == null ? null : expressions.obtain().compile(key, method),
                dimensions(annotation, place),
                step.isEmpty() ? null : step,
                RiskCheckedCall.isShadow(annotation),
                new CallOutcome(
                        List.of(annotation.failures()),
                        statuses(annotation, place),
                        result == null ? null : expressions.obtain().aboutResult(result, method)),
                fallback == null ? null : Fallback.find(fallback, method, type));
    }

    private Set<String> dimensions(RiskCheck annotation, String place) {
        Set<String> named = Arrays.stream(annotation.dimension())
                .map(name -> Names.canonical(text(name, place, "dimension")))
                .collect(Collectors.toSet());
        for (String name : named) {
            try {
                dimensions.obtain().get(name);
            } catch (InvalidConfigurationException e) {
                throw e.at(place);
            }
        }
        return named;
    }

    private static int[] statuses(RiskCheck annotation, String place) {
        for (int status : annotation.failureStatus()) {
            if (status < 100 || status > 599) {
                throw new InvalidConfigurationException(
                        place + ": failureStatus", status, "is no status of HTTP", "Use some of 100 to 599");
            }
        }
        return annotation.failureStatus();
    }

    private @Nullable Written written(String value, String place, String attribute) {
        String text = text(value, place, attribute);
        return text.isEmpty() ? null : new Written(text, place + ": " + attribute);
    }

    private String text(String value, String place, String attribute) {
        try {
            String resolved = beans.resolveEmbeddedValue(value);
            return resolved == null ? "" : resolved.strip();
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationException(
                    place + ": " + attribute, value, "cannot be filled: " + e.getMessage(), "Set that property");
        }
    }
}
