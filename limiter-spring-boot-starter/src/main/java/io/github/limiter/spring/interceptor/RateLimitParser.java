package io.github.limiter.spring.interceptor;

import io.github.limiter.annotation.Blacklist;
import io.github.limiter.annotation.RateLimit;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.spring.policy.BlacklistRules;
import io.github.limiter.spring.policy.CallAttributes;
import io.github.limiter.spring.policy.PolicyFactory;
import io.github.limiter.spring.policy.Written;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;

/** Makes of the annotations of a method everything that its calls will need. */
final class RateLimitParser {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");

    private final PolicyFactory policies;
    private final CallExpressions expressions;
    private final AnnotationReader reader;
    private final CallStyles styles;
    private final BlacklistRules blacklists;
    private final PolicyNames names = new PolicyNames();

    RateLimitParser(
            PolicyFactory policies,
            CallExpressions expressions,
            AnnotationReader reader,
            CallStyles styles,
            BlacklistRules blacklists) {
        this.blacklists = blacklists;
        this.policies = policies;
        this.expressions = expressions;
        this.reader = reader;
        this.styles = styles;
    }

    /** Where a limit is written, for messages. */
    static String place(Method method, Class<?> type, LimitAnnotations annotations) {
        return annotations.named() + " on " + ClassUtils.getShortName(type) + "." + method.getName()
                + (annotations.onClass() ? " (on the class)" : "");
    }

    GuardedMethod parse(Method method, Class<?> type, LimitAnnotations annotations) {
        String place = place(method, type, annotations);
        Set<Limit> limits = new HashSet<>();
        List<GuardedLimit> guarded = new ArrayList<>();
        for (RateLimit annotation : annotations.limits()) {
            String name = reader.name(annotation, place);
            if (name == null) {
                name = annotations.onClass()
                        ? names.claim(PolicyNames.ofClass(type), guarded.size() + 1, type.getName(), place)
                        : names.claim(
                                PolicyNames.ofMethod(method, type),
                                guarded.size() + 1,
                                PolicyNames.owner(method, type),
                                place);
            }
            GuardedLimit limit = parse(annotation, name, method, type, place);
            if (!limits.add(limit.limit())) {
                throw new InvalidConfigurationException(
                        place + ": name",
                        name,
                        "stands twice on one method, which would charge it twice",
                        "Give each @RateLimit its own name");
            }
            guarded.add(limit);
        }
        return GuardedMethod.of(
                guarded, style(guarded, method, type, place), rule(annotations.blacklist(), method, type));
    }

    /** What a refusal counts as; a rule of its own is named after the method. */
    private @Nullable BanRule rule(@Nullable Blacklist blacklist, Method method, Class<?> type) {
        if (blacklist == null) {
            return blacklists.everywhere();
        }
        String place = "@Blacklist on " + ClassUtils.getShortName(type) + "." + method.getName();
        return blacklists.rule(PolicyNames.ofMethod(method, type), reader.bans(blacklist, place));
    }

    private CallStyle style(List<GuardedLimit> limits, Method method, Class<?> type, String place) {
        CallStyle style = styles.of(method, type);
        if (style == CallStyle.AHEAD
                && limits.stream().anyMatch(limit -> !limit.isFixed() || limit.fallback() != null)) {
            String returned = method.getReturnType().getSimpleName();
            throw new InvalidConfigurationException(
                    place,
                    method.getName(),
                    "returns " + returned + ", so that in a WebFlux application its limits are decided before its"
                            + " arguments are there, and none can have a key, a condition, an expression of permits or"
                            + " a fallback",
                    "Let it return a Mono or a Flux");
        }
        return style;
    }

    private GuardedLimit parse(RateLimit annotation, String name, Method method, Class<?> type, String place) {
        Limit limit = policies.limit(name, reader.attributes(annotation, place));
        checkPatience(limit.policy(), type, place);
        CallAttributes calls = policies.calls(name).or(reader.calls(annotation, place));
        return new GuardedLimit(
                limit,
                compiled(calls.key(), method),
                permits(calls.permits(), limit, method),
                compiled(calls.condition(), method),
                calls.fallback() == null ? null : Fallback.find(calls.fallback(), method, type));
    }

    private @Nullable CallExpression compiled(@Nullable Written text, Method method) {
        return text == null ? null : expressions.compile(text, method);
    }

    private CallExpression permits(@Nullable Written permits, Limit limit, Method method) {
        if (permits == null) {
            return new FixedCost(1);
        }
        if (!NUMBER.matcher(permits.text()).matches()) {
            return expressions.compile(permits, method);
        }
        return new FixedCost(PolicyFactory.fixedCost(permits, limit));
    }

    private static void checkPatience(RatePolicy policy, Class<?> type, String place) {
        if (policy.quota().maxWait().equals(Quota.UNLIMITED_WAIT)
                && AnnotatedElementUtils.hasAnnotation(type, Controller.class)) {
            throw new InvalidConfigurationException(
                    place + ": maxWait",
                    "-1",
                    "lets HTTP callers hold a server thread for ever",
                    "Set a bound such as 2s, here or in limiter.policies." + policy.name()
                            + ".max-wait; -1 is for consumers and jobs");
        }
    }
}
