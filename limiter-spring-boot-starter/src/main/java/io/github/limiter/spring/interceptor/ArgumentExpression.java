package io.github.limiter.spring.interceptor;

import io.github.limiter.spring.policy.Written;
import org.jspecify.annotations.Nullable;

/** An argument as it is. */
record ArgumentExpression(Written written, int index) implements CallExpression {

    @Override
    public @Nullable Object evaluate(Call call) {
        return call.arguments()[index];
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
