package io.github.limiter.spring.interceptor;

import io.github.limiter.risk.RiskResult;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/** Tells calls that failed, by the caller's making, from those that did not. */
final class CallOutcome {

    private static final String AUTHENTICATION = "org.springframework.security.core.AuthenticationException";
    private static final int UNAUTHORIZED = 401;

    /** By name, since a bean need not know of the web. */
    private static final List<String> STATUS_HOLDERS = List.of("getStatusCode", "getStatus");

    private final List<Class<? extends Throwable>> failures;
    private final int[] statuses;
    private final @Nullable ResultExpression result;

    CallOutcome(List<Class<? extends Throwable>> failures, int[] statuses, @Nullable ResultExpression result) {
        this.failures = failures;
        this.statuses = statuses;
        this.result = result;
    }

    RiskResult of(@Nullable Object value, @Nullable Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (failure != null) {
            int status = statusOf(failure);
            boolean failed = failures.stream().anyMatch(type -> type.isInstance(failure)) || isFailure(status);
            return new RiskResult(failed, status);
        }
        int status = value == null ? 0 : statusIn(value);
        return new RiskResult(isFailure(status) || value != null && result != null && result.saysSo(value), status);
    }

    private boolean isFailure(int status) {
        return statuses.length == 0
                ? status >= 400 && status < 500
                : Arrays.stream(statuses).anyMatch(one -> one == status);
    }

    private static int statusOf(Throwable failure) {
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(AUTHENTICATION)) {
                return UNAUTHORIZED;
            }
        }
        int own = statusIn(failure);
        return own == 0 ? annotated(failure.getClass()) : own;
    }

    /** That of {@code @ResponseStatus}. */
    private static int annotated(Class<?> type) {
        var attributes = AnnotatedElementUtils.findMergedAnnotationAttributes(
                type, "org.springframework.web.bind.annotation.ResponseStatus", false, false);
        Object code = attributes == null ? null : attributes.get("code");
        return code == null ? 0 : valueOf(code);
    }

    /** That of a {@code ResponseEntity} or an {@code ErrorResponse}. */
    private static int statusIn(Object holder) {
        if (!holder.getClass().getName().startsWith("org.springframework.") && !(holder instanceof Throwable)) {
            return 0;
        }
        for (String name : STATUS_HOLDERS) {
            Method getter = ReflectionUtils.findMethod(holder.getClass(), name);
            if (getter != null) {
                ReflectionUtils.makeAccessible(getter);
                Object status = ReflectionUtils.invokeMethod(getter, holder);
                int value = status == null ? 0 : valueOf(status);
                if (value != 0) {
                    return value;
                }
            }
        }
        return 0;
    }

    private static int valueOf(Object status) {
        if (status instanceof Integer number) {
            return number;
        }
        Method value = ReflectionUtils.findMethod(status.getClass(), "value");
        if (value == null || value.getReturnType() != int.class) {
            return 0;
        }
        ReflectionUtils.makeAccessible(value);
        Object number = ReflectionUtils.invokeMethod(value, status);
        return number instanceof Integer known ? known : 0;
    }
}
