package io.github.limiter.spring.interceptor;

import org.jspecify.annotations.Nullable;

/** Something that is worked out from a call. */
@FunctionalInterface
interface CallExpression {

    @Nullable
    Object evaluate(Call call);
}
