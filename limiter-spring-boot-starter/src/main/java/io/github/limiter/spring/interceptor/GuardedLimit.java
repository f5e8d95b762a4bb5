package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/**
 * One limit of a guarded method, with what is worked out per call.
 *
 * @param limit the limit
 * @param key refines the count; null for nothing
 * @param permits the cost
 * @param condition whether the limit applies; null for always
 * @param fallback answers in the place of a refused call; null for nobody
 */
record GuardedLimit(
        Limit limit,
        @Nullable CallExpression key,
        CallExpression permits,
        @Nullable CallExpression condition,
        @Nullable Fallback fallback) {

    private static final ClassValue<Boolean> HAS_TEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            Method method = Objects.requireNonNull(ReflectionUtils.findMethod(type, "toString"));
            return method.getDeclaringClass() != Object.class;
        }
    };

    /** What a call is charged; null if the limit does not apply to it. */
    @Nullable
    Charge charge(Call call) {
        return condition == null || holds(condition, call) ? new Charge(limit, keyOf(call), costOf(call)) : null;
    }

    /** Whether every call is charged the same. */
    boolean isFixed() {
        return key == null && condition == null && permits instanceof FixedCost;
    }

    /** What every call is charged, if that {@linkplain #isFixed() is fixed}. */
    Charge fixedCharge() {
        return new Charge(limit, null, ((FixedCost) permits).units());
    }

    private static boolean holds(CallExpression condition, Call call) {
        if (condition.evaluate(call) instanceof Boolean holds) {
            return holds;
        }
        // Taken for false, it would let everybody through.
        throw new IllegalStateException(condition + " is neither true nor false");
    }

    private @Nullable String keyOf(Call call) {
        Object value = key == null ? null : key.evaluate(call);
        if (value == null) {
            return null;
        }
        if (value.getClass().isArray()) {
            String text = Arrays.deepToString(new Object[] {value});
            return text.substring(1, text.length() - 1);
        }
        if (!HAS_TEXT.get(value.getClass())) {
            // The default text differs from object to object, so that each call would have a count of its own.
            throw new IllegalStateException(key + " is a " + value.getClass().getName() + ", which has no toString()");
        }
        return value.toString();
    }

    private long costOf(Call call) {
        Object value = permits.evaluate(call);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw new CostException(limit.policy().name(), value);
    }
}
