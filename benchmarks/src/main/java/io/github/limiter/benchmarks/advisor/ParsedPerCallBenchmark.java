package io.github.limiter.benchmarks.advisor;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Time of an expression that is parsed on each call, as many aspects do. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ParsedPerCallBenchmark {

    private final Order order = new Order("4711", "carol");
    private final SpelExpressionParser parser = new SpelExpressionParser();

    /** Made by JMH. */
    public ParsedPerCallBenchmark() {}

    /**
     * Parses and evaluates.
     *
     * @return the key
     */
    @Benchmark
    public @Nullable String keyByProperty() {
        StandardEvaluationContext context = new StandardEvaluationContext();
        context.setVariable("order", order);
        return parser.parseExpression("#order.id").getValue(context, String.class);
    }
}
