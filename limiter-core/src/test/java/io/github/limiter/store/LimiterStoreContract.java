package io.github.limiter.store;

import io.github.limiter.time.ManualTime;
import org.junit.jupiter.api.Nested;

/**
 * What every {@link LimiterStore} does. A store passes if a subclass passes that creates it. The meaning of the
 * algorithms is in the decision tables beside this class.
 *
 * <p>Whatever a test is about, it also checks every Retry-After that was answered on its way: see
 * {@link RetryAfterCheck}.
 */
public abstract class LimiterStoreContract {

    /**
     * A store without counts, for one test. Called twice in most tests; a later store has none of the counts of an
     * earlier one, or does not mind them: then the keys differ.
     *
     * @param time the only clock of its decisions, also where a server has one of its own; what a server expires by its
     *     own clock must outlive the test
     * @return the store; the test closes it
     */
    protected abstract LimiterStore createStore(ManualTime time);

    @Nested
    class DecidesAsInTheTableOf {

        @Nested
        class TokenBucket extends Table {
            TokenBucket() {
                super("token-bucket.table");
            }
        }

        @Nested
        class FixedWindow extends Table {
            FixedWindow() {
                super("fixed-window.table");
            }
        }

        @Nested
        class SlidingWindow extends Table {
            SlidingWindow() {
                super("sliding-window.table");
            }
        }

        @Nested
        class Concurrency extends Table {
            Concurrency() {
                super("concurrency.table");
            }
        }

        @Nested
        class LeakyBucket extends Table {
            LeakyBucket() {
                super("leaky-bucket.table");
            }
        }

        @Nested
        class ItsPeers extends Table {
            ItsPeers() {
                super("peers.table");
            }
        }
    }

    /** One file of scenarios. */
    abstract class Table extends DecisionTableSuite {

        Table(String resource) {
            super(resource);
        }

        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class DecidesSeveralLimitsAsOne extends SeveralLimitsSuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class OnlyReportsInShadow extends ShadowSuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class TakesUnitsBack extends GiveBackSuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class KeepsCountsApart extends KeySuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class StartsAnewWithAnotherAlgorithm extends AlgorithmChangeSuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }

    @Nested
    class KeepsThePromisesOfItsAlgorithms extends BoundSuite {
        @Override
        LimiterStore newStore(ManualTime time) {
            return createStore(time);
        }
    }
}
