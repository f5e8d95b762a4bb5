package io.github.limiter.gateway;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.policy.Written;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.core.NativeDetector;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.ConstructorReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A key that is worked out from the request by SpEL, parsed once. It sees nothing but {@link RoutedRequest}: routes may
 * come from outside of the application, and must not be a way into it. Thread-safe.
 */
final class KeyExpression implements KeyResolver {

    private static final Set<String> KNOWN = Set.of("header", "query", "cookie", "variable", "method", "path");

    private static final SpelExpressionParser PARSER = new SpelExpressionParser(new SpelParserConfiguration(
            // A native image cannot define classes.
            NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED,
            KeyExpression.class.getClassLoader()));

    private static final Logger log = LoggerFactory.getLogger(KeyExpression.class);

    private final AtomicBoolean told = new AtomicBoolean();
    private final Written written;
    private final SpelExpression expression;
    private final EvaluationContext context = SimpleEvaluationContext.forReadOnlyDataBinding()
            .withInstanceMethods()
            .build();

    private KeyExpression(Written written, SpelExpression expression) {
        this.written = written;
        this.expression = expression;
    }

    static KeyExpression of(Written written) {
        try {
            SpelExpression expression = PARSER.parseRaw(written.text());
            check(written, expression.getAST(), true);
            return new KeyExpression(written, expression);
        } catch (ParseException e) {
            throw invalid(written, "is not SpEL: " + e.getSimpleMessage());
        }
    }

    private static void check(Written written, SpelNode node, boolean ofRequest) {
        if (node instanceof TypeReference
                || node instanceof ConstructorReference
                || node instanceof BeanReference
                || node instanceof FunctionReference
                || node instanceof VariableReference
                || node instanceof Assign
                || node instanceof OpInc
                || node instanceof OpDec) {
            throw invalid(written, "uses " + node.toStringAST() + ", but sees nothing but the request");
        }
        String name = node instanceof MethodReference method
                ? method.getName()
                : node instanceof PropertyOrFieldReference property ? property.getName() : null;
        if (ofRequest && name != null && !KNOWN.contains(name)) {
            throw invalid(written, "uses " + name + ", which a request does not have");
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            // Of a.b.c only a is the request's; its arguments are of the request again.
            boolean chained = node instanceof CompoundExpression && i > 0;
            check(written, node.getChild(i), !chained);
        }
    }

    private static InvalidConfigurationException invalid(Written written, String problem) {
        return new InvalidConfigurationException(
                written.element(),
                written.text(),
                problem,
                "Use header('X-Tenant'), query('shop'), cookie('cart'), variable('id') of the path pattern, method or path");
    }

    @Override
    public Mono<String> resolve(ServerWebExchange exchange) {
        return Mono.justOrEmpty(key(new RoutedRequest(exchange)));
    }

    /** What clients send, or leave out, must not make a failure of the gateway's: such a request has no key. */
    private @Nullable String key(RoutedRequest request) {
        try {
            Object value = expression.getValue(context, request);
            return value == null ? null : value.toString();
        } catch (RuntimeException e) {
            if (!told.getAndSet(true)) {
                log.warn(
                        "{} cannot be worked out for some requests, which are counted with those that have no key: {}",
                        written,
                        e.getMessage());
            }
            return null;
        }
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
