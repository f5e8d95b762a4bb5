package io.github.limiter.benchmarks.harness;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the processor time of an operation beside its elapsed time: other programs that run at the same time make
 * the one longer, hardly the other.
 */
public final class ProcessorTime implements InternalProfiler {

    /** Name of the result. */
    static final String RESULT = "cpu";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long before;

    /** Made by JMH. */
    public ProcessorTime() {}

    @Override
    public String getDescription() {
        return "processor time of an operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = nanosOfWorkers();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = nanosOfWorkers() - before;
        return List.of(
                new ScalarResult(RESULT, nanos / result.getMetadata().getAllOps(), "ns/op", AggregationPolicy.AVG));
    }

    private static long nanosOfWorkers() {
        long[] workers = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().contains("jmh-worker"))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
        return Arrays.stream(THREADS.getThreadCpuTime(workers)).sum();
    }
}
