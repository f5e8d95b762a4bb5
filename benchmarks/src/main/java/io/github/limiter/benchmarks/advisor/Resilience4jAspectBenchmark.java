package io.github.limiter.benchmarks.advisor;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Time of one admitted call of a bean with Resilience4j's annotation. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class Resilience4jAspectBenchmark {

    private final Order order = new Order("4711", "carol");
    private Resilience4jOrders orders;

    /** Made by JMH. */
    public Resilience4jAspectBenchmark() {}

    /** Starts the application. It has nothing that must be stopped, which would take time from the measurement. */
    @Setup
    public void start() {
        ApplicationContext context = new AnnotationConfigApplicationContext(Resilience4jContext.class);
        orders = context.getBean(Resilience4jOrders.class);
    }

    /**
     * Through the aspect.
     *
     * @return a result
     */
    @Benchmark
    public String annotated() {
        return orders.find(order);
    }
}
