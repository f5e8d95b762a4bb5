package io.github.limiter.spring.interceptor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * What an expression sees of one call: its arguments as variables. All else is shared by all calls, which makes this
 * object cheap enough to be made per call.
 */
final class CallContext implements EvaluationContext {

    private final StandardEvaluationContext shared;
    private final Call call;
    private final Arguments arguments;

    CallContext(StandardEvaluationContext shared, Call call, Arguments arguments) {
        this.shared = shared;
        this.call = call;
        this.arguments = arguments;
    }

    @Override
    public TypedValue getRootObject() {
        return new TypedValue(call);
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer position = arguments.position(name);
        return position == null ? null : call.arguments()[position];
    }

    @Override
    public void setVariable(String name, @Nullable Object value) {
        throw new IllegalStateException("an expression about a call must not change it");
    }

    @Override
    public boolean isAssignmentEnabled() {
        return false;
    }

    @Override
    public List<PropertyAccessor> getPropertyAccessors() {
        return shared.getPropertyAccessors();
    }

    @Override
    public List<IndexAccessor> getIndexAccessors() {
        return shared.getIndexAccessors();
    }

    @Override
    public List<ConstructorResolver> getConstructorResolvers() {
        return shared.getConstructorResolvers();
    }

    @Override
    public List<MethodResolver> getMethodResolvers() {
        return shared.getMethodResolvers();
    }

    @Override
    public @Nullable BeanResolver getBeanResolver() {
        return shared.getBeanResolver();
    }

    @Override
    public TypeLocator getTypeLocator() {
        return shared.getTypeLocator();
    }

    @Override
    public TypeConverter getTypeConverter() {
        return shared.getTypeConverter();
    }

    @Override
    public TypeComparator getTypeComparator() {
        return shared.getTypeComparator();
    }

    @Override
    public OperatorOverloader getOperatorOverloader() {
        return shared.getOperatorOverloader();
    }
}
