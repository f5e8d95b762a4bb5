package io.github.limiter.spring.interceptor;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.NativeDetector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * Reads SpEL once, at start, and checks that it names only what a call will have. Plain {@code #argument} never reaches
 * SpEL; of the rest, what SpEL can compile becomes byte code once its types are known.
 */
final class CallExpressions {

    private static final Set<String> ALWAYS_KNOWN = Set.of("root", "this");

    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final SpelExpressionParser parser;
    private final StandardEvaluationContext shared;
    private final BeanFactory beans;

    CallExpressions(BeanFactory beans, @Nullable ClassLoader classLoader) {
        this.beans = beans;
        // A native image cannot define classes.
        SpelCompilerMode compiler = NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED;
        parser = new SpelExpressionParser(new SpelParserConfiguration(compiler, classLoader));
        shared = new StandardEvaluationContext();
        shared.setBeanResolver(new BeanFactoryResolver(beans));
    }

    /** The expression for calls of a method. */
    CallExpression compile(Written written, Method method) {
        Arguments arguments = new Arguments(parameterNames.getParameterNames(method), method.getParameterCount());
        SpelExpression expression = parse(written);
        check(written, expression.getAST(), method, arguments);
        String text = written.text();
        Integer argument = text.startsWith("#") ? arguments.position(text.substring(1)) : null;
        return argument == null
                ? new CompiledExpression(written, expression, shared, arguments)
                : new ArgumentExpression(written, argument);
    }

    /** An expression about what a method returned: its root. What it says is only read. */
    ResultExpression aboutResult(Written written, Method method) {
        SpelExpression expression = parse(written);
        checkReadsResult(written, expression.getAST());
        return new ResultExpression(written, expression, method);
    }

    private static void checkReadsResult(Written written, SpelNode node) {
        String known = node instanceof VariableReference ? node.toStringAST().substring(1) : "root";
        if (!ALWAYS_KNOWN.contains(known) || node instanceof FunctionReference || node instanceof BeanReference) {
            throw new InvalidConfigurationException(
                    written.element(),
                    written.text(),
                    "names " + node.toStringAST() + ", but is about the result alone",
                    "Name properties of the result, or #root for the result itself");
        }
        checkOnlyReads(written, node);
        for (int i = 0; i < node.getChildCount(); i++) {
            checkReadsResult(written, node.getChild(i));
        }
    }

    private static void checkOnlyReads(Written written, SpelNode node) {
        if (node instanceof Assign || node instanceof OpInc || node instanceof OpDec) {
            throw new InvalidConfigurationException(
                    written.element(), written.text(), "changes something", "Write an expression that only reads");
        }
    }

    /** An expression about named things. */
    Expression about(Written written, List<String> variables) {
        SpelExpression expression = parse(written);
        checkVariables(written, expression.getAST(), variables);
        return expression;
    }

    private static void checkVariables(Written written, SpelNode node, List<String> variables) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!ALWAYS_KNOWN.contains(name) && !variables.contains(name)) {
                throw new InvalidConfigurationException(
                        written.element(),
                        written.text(),
                        "names #" + name + ", which there is not",
                        "Use #" + String.join(", #", variables));
            }
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            checkVariables(written, node.getChild(i), variables);
        }
    }

    private SpelExpression parse(Written written) {
        try {
            return parser.parseRaw(written.text());
        } catch (ParseException e) {
            throw new InvalidConfigurationException(
                    written.element(),
                    written.text(),
                    "is not SpEL: " + e.getSimpleMessage(),
                    "Write an expression such as #orderId");
        }
    }

    private void check(Written written, SpelNode node, Method method, Arguments arguments) {
        if (node instanceof VariableReference) {
            checkVariable(written, node.toStringAST().substring(1), method, arguments);
        } else if (node instanceof FunctionReference) {
            throw unknown(written, node.toStringAST(), "a function", method, arguments);
        } else if (node instanceof BeanReference) {
            String bean = node.toStringAST().replaceAll("^[@&]+|'", "");
            if (!beans.containsBean(bean)) {
                throw unknown(written, "@" + bean, "which is not a bean", method, arguments);
            }
        }
        checkOnlyReads(written, node);
        for (int i = 0; i < node.getChildCount(); i++) {
            check(written, node.getChild(i), method, arguments);
        }
    }

    private static void checkVariable(Written written, String name, Method method, Arguments arguments) {
        if (ALWAYS_KNOWN.contains(name) || arguments.position(name) != null) {
            return;
        }
        if (!arguments.haveNames()) {
            throw new InvalidConfigurationException(
                    written.element(),
                    written.text(),
                    "needs the parameter names of " + method.getName() + ", which were not compiled in",
                    "Compile with -parameters (Spring Boot's Maven parent and Gradle plugin do), or write #p0, #p1");
        }
        throw unknown(written, "#" + name, "which is not a parameter of " + method.getName(), method, arguments);
    }

    private static InvalidConfigurationException unknown(
            Written written, String what, String why, Method method, Arguments arguments) {
        return new InvalidConfigurationException(
                written.element(), written.text(), "names " + what + ", " + why, "Use " + arguments.known());
    }
}
