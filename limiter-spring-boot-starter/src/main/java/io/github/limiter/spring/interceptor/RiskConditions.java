package io.github.limiter.spring.interceptor;

import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.subject.ClientAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/** Makes signals of conditions in SpEL, which properties say. Each is parsed once. */
public final class RiskConditions {

    private static final List<String> VARIABLES =
            List.of("method", "path", "agent", "referrer", "language", "user", "address", "key");

    private final CallExpressions expressions;

    /**
     * Of an application.
     *
     * @param beans has the class loader of the application
     */
    public RiskConditions(ConfigurableBeanFactory beans) {
        this.expressions = new CallExpressions(beans, beans.getBeanClassLoader());
    }

    /**
     * The signal of a condition: 1 where it holds, else 0.
     *
     * @param name name of the signal
     * @param condition SpEL about {@code #method}, {@code #path}, {@code #agent}, {@code #referrer}, {@code #language},
     *     {@code #user}, {@code #address} and {@code #key}, each a text or null
     * @param property where it is written
     * @return the signal
     * @throws io.github.limiter.policy.InvalidConfigurationException if it is no SpEL, or names something else
     */
    public RiskSignal signal(String name, String condition, String property) {
        return new ConditionSignal(name, expressions.about(new Written(condition, property), VARIABLES));
    }

    private record ConditionSignal(String name, Expression condition) implements RiskSignal {

        @Override
        public long value(RiskEvent event) {
            RequestFacts request = event.request();
            ClientAddress address = event.caller().address();
            SimpleEvaluationContext context = SimpleEvaluationContext.forReadOnlyDataBinding()
                    .withInstanceMethods()
                    .build();
            set(context, "method", request == null ? null : request.method());
            set(context, "path", request == null ? null : request.path().text());
            set(context, "agent", request == null ? null : request.agent());
            set(context, "referrer", request == null ? null : request.referrer());
            set(context, "language", request == null ? null : request.language());
            set(context, "user", event.caller().user());
            set(context, "address", address == null ? null : address.text());
            set(context, "key", event.key());
            return Boolean.TRUE.equals(condition.getValue(context)) ? 1 : 0;
        }

        private static void set(SimpleEvaluationContext context, String variable, @Nullable String value) {
            context.setVariable(variable, value);
        }
    }
}
