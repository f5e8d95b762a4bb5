package io.github.limiter.benchmarks.advisor;

import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.guard.Limit;
import io.github.limiter.guard.Policies;
import io.github.limiter.subject.Caller;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Time of one admitted call of a bean. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class AdvisorBenchmark {

    private final Order order = new Order("4711", "carol");
    private final Orders plain = new Orders();
    private Orders orders;
    private Guard guard;
    private Limit limit;

    /** Made by JMH. */
    public AdvisorBenchmark() {}

    /** Starts the application. It has nothing that must be stopped, which would take time from the measurement. */
    @Setup
    public void start() {
        ApplicationContext context = new AnnotationConfigApplicationContext(LimiterContext.class);
        orders = context.getBean(Orders.class);
        guard = context.getBean(Guard.class);
        limit = context.getBean(Policies.class).find(Orders.FIND).orElseThrow();
    }

    /**
     * What an annotated call saves its author from writing.
     *
     * @return a result
     * @throws InterruptedException never
     */
    @Benchmark
    public @Nullable String guardCall() throws InterruptedException {
        GuardRequest request = new GuardRequest(Caller.NONE, List.of(new Charge(limit, null, 1)), true);
        return guard.enter(request).isAllowed() ? plain.find(order) : null;
    }

    /**
     * Through the proxy.
     *
     * @return a result
     */
    @Benchmark
    public String annotated() {
        return orders.find(order);
    }

    /**
     * With {@code #id} as key.
     *
     * @return a result
     */
    @Benchmark
    public String keyByArgument() {
        return orders.byArgument("4711");
    }

    /**
     * With {@code #order.id} as key.
     *
     * @return a result
     */
    @Benchmark
    public String keyByProperty() {
        return orders.byProperty(order);
    }

    /**
     * With {@code @tenants.of(#order)} as key.
     *
     * @return a result
     */
    @Benchmark
    public String keyByBean() {
        return orders.byBean(order);
    }
}
