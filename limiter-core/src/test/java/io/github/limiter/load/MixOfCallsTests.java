package io.github.limiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.load.AdaptiveLoad.End;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** It makes no difference to the level which handlers are called, by whom and how often, as long as they take their time. */
class MixOfCallsTests {

    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
    private static final Duration THREE_MINUTES = Duration.ofMinutes(3);

    private final ManualTime time = new ManualTime(Instant.parse("2026-06-10T12:00:00Z"));
    private final AdaptiveLoad load = new AdaptiveLoad(time, AdaptiveRules.DEFAULT);
    private final SimulatedCalls calls = new SimulatedCalls(load, time, 1);

    private void assertThatNothingHappened() {
        assertThat(calls.levels()).containsExactly(LoadLevel.NORMAL);
    }

    /** Beside others' calls, one of which takes 5 ms. */
    @Nested
    class OneClient {

        @ParameterizedTest
        @CsvSource({"10, 40", "20, 40", "50, 40", "10, 100", "20, 100", "50, 500", "8, 15", "50, 5"})
        void whoAsksMuchForWhatAlwaysTakesLongRaisesNothing(int atOnce, double ofOthers) {
            calls.takes("product", 5).takes("search", 200).come("product", ofOthers);
            calls.run(TWO_MINUTES);

            calls.hold("search", atOnce).run(THREE_MINUTES);

            assertThatNothingHappened();
        }

        @ParameterizedTest
        @ValueSource(ints = {10, 20, 50})
        void norIfItIsKnownHowLongThatTakes(int atOnce) {
            calls.takes("product", 5).takes("search", 200).come("product", 40).come("search", 1);
            calls.run(TWO_MINUTES.multipliedBy(2));

            calls.hold("search", atOnce).run(THREE_MINUTES);
            calls.hold("search", 0).run(THREE_MINUTES);

            assertThatNothingHappened();
        }

        @ParameterizedTest
        @ValueSource(ints = {10, 20, 50})
        void norWhoMakesOneOfSeveralHandlersSlow(int atOnce) {
            calls.takes("product", 5).takes("price", 5).takes("search", 10);
            calls.come("product", 40).come("price", 40).come("search", 40).run(TWO_MINUTES.multipliedBy(5));

            calls.takes("search", 2_000).hold("search", atOnce).run(THREE_MINUTES);

            assertThatNothingHappened();
        }

        @Test
        void norWhoLetsRequestsLieThatWaitForSomething() {
            calls.takes("product", 5).come("product", 20).run(TWO_MINUTES);
            for (int stream = 0; stream < 8; stream++) {
                load.begin().handledBy("events");
            }

            calls.come("product", 0).run(THREE_MINUTES.multipliedBy(2));

            assertThatNothingHappened();
        }

        @Test
        void norWhoWaitsLongWhereOthersAreAnsweredAtOnce() {
            calls.takes("product", 5).takes("poll", 5);
            calls.come("product", 20).come("poll", 5).run(TWO_MINUTES);
            for (int poll = 0; poll < 8; poll++) {
                load.begin().handledBy("poll");
            }

            calls.come("product", 0).come("poll", 0).run(THREE_MINUTES);

            assertThatNothingHappened();
        }
    }

    /** By day products at 5 ms, and now and then a report of 3 seconds; at night reports alone. */
    @Test
    void reportsAloneAtNightAreNoLoad() {
        calls.takes("product", 5).takes("report", 3_000).come("product", 100).come("report", 0.5);
        calls.run(TWO_MINUTES.multipliedBy(5));

        calls.come("product", 0).come("report", 5).run(THREE_MINUTES.multipliedBy(5));
        calls.come("product", 100).come("report", 0.5).run(THREE_MINUTES);

        assertThatNothingHappened();
    }

    @Test
    void oneHandlerWhoseOwnDatabaseIsSlowIsNoLoad() {
        calls.takes("product", 5).takes("order", 20).takes("price", 5);
        calls.come("product", 40).come("order", 60).come("price", 40).run(TWO_MINUTES);

        calls.takes("order", 2_000).run(THREE_MINUTES.multipliedBy(3));

        assertThatNothingHappened();
    }

    @Nested
    class SharedDatabase {

        @BeforeEach
        void usually() {
            calls.takes("product", 5).takes("order", 20).takes("price", 5).takes("report", 500);
            calls.come("product", 100).come("order", 20).come("price", 50).come("report", 2);
            calls.run(TWO_MINUTES);
            assertThatNothingHappened();
        }

        @Test
        void thatIsSlowIsLoadWithinSeconds() {
            calls.takes("product", 100).takes("order", 120).takes("price", 100).takes("report", 1_500);

            calls.run(Duration.ofSeconds(6));
            assertThat(calls.levels()).containsExactly(LoadLevel.NORMAL, LoadLevel.PEAK);
            calls.run(Duration.ofSeconds(12));
            assertThat(calls.levels()).containsExactly(LoadLevel.NORMAL, LoadLevel.PEAK, LoadLevel.CRITICAL);

            usualTimes();
            calls.run(THREE_MINUTES);
            assertThat(load.level()).isEqualTo(LoadLevel.NORMAL);
        }

        @Test
        void thatIsSlowIsLoadAlsoBesideAClientThatAsksForWhatTakesLong() {
            calls.takes("export", 1_000).hold("export", 20).run(TWO_MINUTES);
            assertThatNothingHappened();

            calls.takes("product", 100).takes("order", 120).takes("price", 100).run(Duration.ofSeconds(6));

            assertThat(calls.levels()).containsExactly(LoadLevel.NORMAL, LoadLevel.PEAK);
            usualTimes();
            calls.run(THREE_MINUTES);
            assertThat(load.level()).as("that client does not keep it up").isEqualTo(LoadLevel.NORMAL);
        }

        @Test
        void thatIsSlowIsLoadThoughMostCallsAreForFiles() {
            calls.takes("file", 1).come("file", 500).run(TWO_MINUTES);
            assertThatNothingHappened();

            calls.takes("product", 100).takes("order", 120).takes("price", 100).takes("report", 1_500);
            calls.run(Duration.ofSeconds(6));

            assertThat(calls.levels()).containsExactly(LoadLevel.NORMAL, LoadLevel.PEAK);
        }

        private void usualTimes() {
            calls.takes("product", 5).takes("order", 20).takes("price", 5).takes("report", 500);
        }
    }

    /** Five requests a second of one handler. */
    @Test
    void nodesWithFewRequestsLearnToo() {
        calls.takes("product", 20).come("product", 5).run(TWO_MINUTES);
        assertThatNothingHappened();

        calls.takes("product", 4_000).run(Duration.ofSeconds(20));

        assertThat(calls.levels()).startsWith(LoadLevel.NORMAL, LoadLevel.PEAK);
    }

    /** A hundred handlers, each called once in two seconds. */
    @Test
    void manyHandlersThatAreCalledSeldomSayMuchTogether() {
        for (int handler = 0; handler < 100; handler++) {
            calls.takes("page-" + handler, 20).come("page-" + handler, 0.5);
        }
        calls.run(Duration.ofMinutes(10));
        assertThatNothingHappened();

        for (int handler = 0; handler < 100; handler++) {
            calls.takes("page-" + handler, 500);
        }
        calls.run(Duration.ofSeconds(15));

        assertThat(calls.levels()).startsWith(LoadLevel.NORMAL, LoadLevel.PEAK);
    }

    @Nested
    class WhereNothingIsAnswered {

        private final List<RequestTime> hanging = new ArrayList<>();

        private void hangBeforeHandlers(Duration length) {
            for (long tenth = 0; tenth < length.toMillis() / 100; tenth++) {
                hanging.add(load.begin());
                calls.run(Duration.ofMillis(100));
            }
        }

        @Test
        void itIsLoadAlsoBeforeRequestsAreWithTheirHandlers() {
            calls.takes("product", 20).come("product", 20).run(TWO_MINUTES);

            calls.come("product", 0);
            hangBeforeHandlers(Duration.ofSeconds(10));

            assertThat(calls.levels()).startsWith(LoadLevel.NORMAL, LoadLevel.PEAK);
            hanging.forEach(request -> request.end(End.OTHER));
        }

        @Test
        void itIsNoneWhereOthersGetThrough() {
            calls.takes("product", 20).come("product", 20).run(TWO_MINUTES);

            hangBeforeHandlers(Duration.ofSeconds(60));

            assertThatNothingHappened();
        }
    }

    @Test
    void noNumberOfHandlersTakesMoreMemoryThanABound() {
        for (int handler = 0; handler < 100_000; handler++) {
            RequestTime request = load.begin();
            request.handledBy("handler-" + handler);
            request.end(End.SERVED);
        }

        assertThat(load.handlers()).isEqualTo(HandlerLoads.MAX_HANDLERS);
        assertThat(load.inFlight()).isZero();
    }
}
