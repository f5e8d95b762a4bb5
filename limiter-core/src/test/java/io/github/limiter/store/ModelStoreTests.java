package io.github.limiter.store;

import io.github.limiter.time.ManualTime;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The store in memory against the slow and obvious one. */
class ModelStoreTests {

    private static final int STEPS = 10_000;

    static Stream<Arguments> algorithmsAndSeeds() {
        return DifferentialSteps.ALGORITHMS.stream()
                .flatMap(algorithm -> LongStream.rangeClosed(1, 2).mapToObj(seed -> Arguments.of(algorithm, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("algorithmsAndSeeds")
    void memoryAnswersAsTheModel(String algorithm, long seed) {
        ManualTime time = new ManualTime(StoreSuite.START);

        new DifferentialSteps(algorithm, seed, time, new ModelStore(time::micros), new MemoryStore(10_000, time))
                .run(STEPS);
    }
}
