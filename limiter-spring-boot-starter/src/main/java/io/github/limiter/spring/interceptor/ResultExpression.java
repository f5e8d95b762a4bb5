package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.util.StringUtils;

/** An expression about what a method returned, its root, which is only read. Thread-safe. */
final class ResultExpression {

    private static final Logger log = LoggerFactory.getLogger(ResultExpression.class);
    private static final List<String> ACCESSORS = List.of("get", "is", "");

    private final Written written;
    private final SpelExpression expression;
    private final AtomicBoolean told = new AtomicBoolean();

    ResultExpression(Written written, SpelExpression expression, Method method) {
        this.written = written;
        this.expression = expression;
        Class<?> type = type(method);
        if (type != null) {
            check(expression.getAST(), type);
        }
    }

    /** What the method answers with at last; null where a subtype may have more than it. */
    private static @Nullable Class<?> type(Method method) {
        ResolvableType declared = ResolvableType.forMethodReturnType(method);
        Class<?> type = CompletionStage.class.isAssignableFrom(method.getReturnType())
                ? declared.as(CompletionStage.class).getGeneric().resolve()
                : method.getReturnType();
        return type != null && Modifier.isFinal(type.getModifiers()) && !type.isArray() ? type : null;
    }

    private void check(SpelNode node, Class<?> type) {
        if (node instanceof PropertyOrFieldReference property) {
            String name = property.getName();
            if (!has(type, name)) {
                throw new InvalidConfigurationException(
                        written.element(),
                        written.text(),
                        "names " + name + ", which " + type.getSimpleName() + " does not have",
                        "Name a property of the result, or #root for the result itself");
            }
        } else if (node instanceof CompoundExpression) {
            // What follows is about something else.
            check(node.getChild(0), type);
        } else {
            for (int i = 0; i < node.getChildCount(); i++) {
                check(node.getChild(i), type);
            }
        }
    }

    private static boolean has(Class<?> type, String name) {
        String capital = StringUtils.capitalize(name);
        return Stream.of(type.getMethods())
                        .filter(method -> method.getParameterCount() == 0)
                        .map(Method::getName)
                        .anyMatch(method -> ACCESSORS.stream()
                                .anyMatch(prefix -> method.equals(prefix.isEmpty() ? name : prefix + capital)))
                || Arrays.stream(type.getFields())
                        .anyMatch(field -> field.getName().equals(name));
    }

    /** Whether it says that a result is a failure. */
    boolean saysSo(Object value) {
        try {
            return Boolean.TRUE.equals(expression.getValue(
                    SimpleEvaluationContext.forReadOnlyDataBinding()
                            .withInstanceMethods()
                            .build(),
                    value));
        } catch (EvaluationException e) {
            // About a result of another type it says nothing.
            if (told.compareAndSet(false, true)) {
                log.warn(
                        "{} says nothing about a {}: {}",
                        written,
                        value.getClass().getName(),
                        e.getMessage());
            }
            return false;
        }
    }
}
