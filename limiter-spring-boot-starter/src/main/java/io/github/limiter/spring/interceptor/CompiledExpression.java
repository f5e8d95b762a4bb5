package io.github.limiter.spring.interceptor;

import io.github.limiter.spring.policy.Written;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** SpEL, parsed once; thread-safe. */
record CompiledExpression(Written written, Expression expression, StandardEvaluationContext shared, Arguments arguments)
        implements CallExpression {

    @Override
    public @Nullable Object evaluate(Call call) {
        try {
            return expression.getValue(new CallContext(shared, call, arguments));
        } catch (EvaluationException e) {
            throw new IllegalStateException(written + " cannot be worked out: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
