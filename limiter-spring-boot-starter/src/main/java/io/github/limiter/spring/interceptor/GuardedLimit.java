package io.github.limiter.spring.interceptor;

import io.github.limiter.guard.CostException;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

    /** What a call is charged; null if the limit does not apply to it. */
    @Nullable
    Charge charge(Call call) {
        if (condition != null && !Boolean.TRUE.equals(condition.evaluate(call))) {
            return null;
        }
        return new Charge(limit, key == null ? null : text(key.evaluate(call)), cost(call));
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof Object[] array) {
            return Arrays.deepToString(array);
        }
        return value == null ? null : value.toString();
    }

    private long cost(Call call) {
        Object value = permits.evaluate(call);
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw new CostException(limit.policy().name(), value);
    }
}
