package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Reads SpEL once, at start, and checks that it names only what a call will have. Plain {@code #argument} never reaches
 * SpEL; everything else is compiled to byte code once its types are known.
 */
final class CallExpressions {

    private static final List<String> ALWAYS_KNOWN = List.of("root", "this");

    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final SpelExpressionParser parser;
    private final StandardEvaluationContext shared;

    CallExpressions(BeanFactory beans, @Nullable ClassLoader classLoader) {
        parser = new SpelExpressionParser(new SpelParserConfiguration(SpelCompilerMode.MIXED, classLoader));
        shared = new StandardEvaluationContext();
        shared.setBeanResolver(new BeanFactoryResolver(beans));
    }

    /** The expression for calls of a method. */
    CallExpression compile(String attribute, String text, Method method) {
        String[] names = parameterNames.getParameterNames(method);
        SpelExpression expression = parse(attribute, text);
        check(attribute, text, expression.getAST(), method, names);
        if (names == null) {
            return new Compiled(expression, shared, new String[0]);
        }
        int argument = text.startsWith("#") ? Arrays.asList(names).indexOf(text.substring(1)) : -1;
        return argument >= 0 ? (call -> call.arguments()[argument]) : new Compiled(expression, shared, names);
    }

    private SpelExpression parse(String attribute, String text) {
        try {
            return parser.parseRaw(text);
        } catch (ParseException e) {
            throw new InvalidConfigurationException(
                    attribute, text, "is not SpEL: " + e.getSimpleMessage(), "Write an expression such as #orderId");
        }
    }

    private static void check(String attribute, String text, SpelNode node, Method method, String @Nullable [] names) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!ALWAYS_KNOWN.contains(name)) {
                if (names == null) {
                    throw new InvalidConfigurationException(
                            attribute,
                            text,
                            "needs the parameter names of " + method.getName() + ", which were not compiled in",
                            "Compile with -parameters (Spring Boot's Maven parent and Gradle plugin do)");
                }
                if (!Arrays.asList(names).contains(name)) {
                    throw new InvalidConfigurationException(
                            attribute,
                            text,
                            "names #" + name + ", which is not a parameter of " + method.getName(),
                            "Use " + known(names));
                }
            }
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            check(attribute, text, node.getChild(i), method, names);
        }
    }

    private static String known(String[] names) {
        return names.length == 0 ? "#root or @bean" : "#" + String.join(", #", names) + ", #root or @bean";
    }

    private record Compiled(Expression expression, StandardEvaluationContext shared, String[] names)
            implements CallExpression {

        @Override
        public @Nullable Object evaluate(Call call) {
            return expression.getValue(new CallContext(shared, call, names));
        }
    }
}
