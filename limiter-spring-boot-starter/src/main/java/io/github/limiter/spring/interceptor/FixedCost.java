package io.github.limiter.spring.interceptor;

/** A cost that is the same for every call. */
record FixedCost(long units) implements CallExpression {

    @Override
    public Object evaluate(Call call) {
        return units;
    }
}
