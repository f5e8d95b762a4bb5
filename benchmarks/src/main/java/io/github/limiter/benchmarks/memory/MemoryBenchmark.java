package io.github.limiter.benchmarks.memory;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Time of one decision about one user, whose limits exist already. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class MemoryBenchmark {

    private static final int MORE_THAN_A_SCARCE_QUOTA = Workload.SCARCE_LIMIT + 1;

    /** Who is asked. */
    @Param
    public Candidate candidate;

    /** For whom. */
    @Param
    public Workload workload;

    private MemoryLimiter limiter;
    private String[] users;

    /** Made by JMH. */
    public MemoryBenchmark() {}

    /** Lets every user ask once, or, where all are to be refused, until they are. */
    @Setup
    public void fill() {
        limiter = candidate.limiter(workload);
        users = names();
        int calls = workload.allowed() ? 1 : MORE_THAN_A_SCARCE_QUOTA;
        for (String user : names()) {
            for (int call = 0; call < calls; call++) {
                limiter.tryAcquire(user);
            }
        }
    }

    /** New strings each time: an application reads a user's name off each request, it does not keep them. */
    private String[] names() {
        return IntStream.range(0, workload.users())
                .mapToObj(i -> "customer-" + (100_000 + i))
                .toArray(String[]::new);
    }

    /**
     * One decision.
     *
     * @param walk chooses the user
     */
    @Benchmark
    public void decide(Walk walk) {
        if (limiter.tryAcquire(users[walk.next()]) != workload.allowed()) {
            throw new IllegalStateException(candidate + " does not do what is to be measured: " + workload);
        }
    }

    /** The order in which a thread asks for users. */
    @State(Scope.Thread)
    public static class Walk {

        private int[] order;
        private int position;

        /** Made by JMH. */
        public Walk() {}

        /**
         * Shuffles the users.
         *
         * @param benchmark knows how many
         */
        @Setup
        public void shuffle(MemoryBenchmark benchmark) {
            order = IntStream.range(0, benchmark.workload.users()).toArray();
            Random random = new Random();
            for (int i = order.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[other];
                order[other] = swapped;
            }
        }

        int next() {
            position = position + 1 == order.length ? 0 : position + 1;
            return order[position];
        }
    }
}
