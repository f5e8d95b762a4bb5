package io.github.limiter.guard;

import static io.github.limiter.guard.GuardFixture.from;
import static io.github.limiter.guard.GuardFixture.leaky;
import static io.github.limiter.guard.GuardFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.Quota;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.MissingUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers of a leaky bucket that departs once a second wait for their departure. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitingRoomTests {

    private static final Quota ONE_A_SECOND = Quota.of(1, Duration.ofSeconds(1));

    private final GuardFixture fixture = new GuardFixture();
    private final Policies policies = GuardFixture.policies(MissingUser.IP);
    private final Limit queue = policies.define(leaky("queue", ONE_A_SECOND.withMaxWait(Duration.ofSeconds(10))));
    private final Guard guard = fixture.guard(AllowList.EMPTY, 2);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private Future<Decision> enter(Caller caller, Limit... limits) {
        return threads.submit(() -> guard.enter(request(caller, limits)));
    }

    private Decision answerOf(Future<Decision> entered) throws Exception {
        return entered.get(20, TimeUnit.SECONDS);
    }

    @Nested
    class AnAdmittedCaller {

        @Test
        void goesOnAtOnceIfItNeedNotWait() throws Exception {
            assertThat(answerOf(enter(Caller.NONE, queue)).isAllowed()).isTrue();
        }

        @Test
        void waitsUntilItsDepartureAndNotAMicrosecondLess() throws Exception {
            guard.enter(request(Caller.NONE, queue));
            Future<Decision> second = enter(Caller.NONE, queue);
            fixture.time.awaitSleepers(1);

            fixture.time.advanceMicros(999_999);
            assertThat(fixture.time.sleepers()).isEqualTo(1);
            assertThat(second).isNotDone();

            fixture.time.advanceMicros(1);
            assertThat(answerOf(second).isAllowed()).isTrue();
        }

        @Test
        void waitsForTheLatestOfItsDepartures() throws Exception {
            Limit slow = policies.define(
                    leaky("slow", Quota.of(1, Duration.ofSeconds(3)).withMaxWait(Duration.ofSeconds(10))));
            guard.enter(request(Caller.NONE, queue, slow));
            Future<Decision> second = enter(Caller.NONE, queue, slow);
            fixture.time.awaitSleepers(1);

            fixture.time.advanceMicros(2_999_999);
            assertThat(fixture.time.sleepers()).isEqualTo(1);

            fixture.time.advanceMicros(1);
            assertThat(answerOf(second).delayMicros()).isEqualTo(3_000_000);
        }

        @Test
        void departsOneAfterTheOther() throws Exception {
            List<Future<Decision>> entered = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                entered.add(enter(Caller.NONE, queue));
            }
            for (int waiting = 4; waiting > 0; waiting--) {
                fixture.time.awaitSleepers(waiting);
                fixture.time.advance(Duration.ofSeconds(1));
            }
            for (Future<Decision> each : entered) {
                assertThat(answerOf(each).isAllowed()).isTrue();
            }
        }
    }

    @Test
    void aRefusedCallerDoesNotWait() throws Exception {
        Limit full = policies.define(GuardFixture.policy("full", Dimensions.GLOBAL));
        guard.enter(request(Caller.NONE, full));

        Decision decision = answerOf(enter(Caller.NONE, queue, full));

        assertThat(decision.isAllowed()).isFalse();
        assertThat(fixture.time.sleepers()).isZero();
    }

    @Test
    void aCallerThatCannotBeHeldIsRefusedInsteadOfWaiting() throws Exception {
        guard.enter(request(Caller.NONE, queue));

        Decision decision = guard.enter(request(Caller.NONE, queue).withoutWaiting());

        assertThat(decision.outcome()).isEqualTo(Outcome.LIMITED);
        assertThat(decision.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aDecisionAloneNeverWaits() {
        guard.decide(request(Caller.NONE, queue));

        Decision decision = guard.decide(request(Caller.NONE, queue));

        assertThat(decision.isAllowed()).isTrue();
        assertThat(decision.delayMicros()).isEqualTo(1_000_000);
    }

    @Nested
    class AnInterruptedWaiter {

        @Test
        void givesItsDepartureBack() throws Exception {
            guard.enter(request(Caller.NONE, queue));
            Thread waiter = new Thread(() -> assertThatThrownBy(() -> guard.enter(request(Caller.NONE, queue)))
                    .isInstanceOf(InterruptedException.class));
            waiter.start();
            fixture.time.awaitSleepers(1);

            waiter.interrupt();
            waiter.join();

            assertThat(guard.decide(request(Caller.NONE, queue)).delayMicros())
                    .as("the second departure is free again")
                    .isEqualTo(1_000_000);
        }

        @Test
        void givesBackAllThatItTook() throws Exception {
            Limit once = policies.define(GuardFixture.policy("once", Dimensions.GLOBAL));
            guard.enter(request(Caller.NONE, queue));
            Future<Decision> waiter = enter(Caller.NONE, queue, once);
            fixture.time.awaitSleepers(1);

            threads.shutdownNow();

            assertThatThrownBy(() -> answerOf(waiter))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(guard.decide(request(Caller.NONE, once)).isAllowed()).isTrue();
        }

        @Test
        void leavesItsSeat() throws Exception {
            guard.enter(request(from("203.0.113.7"), queue));
            enter(from("203.0.113.7"), queue);
            enter(from("203.0.113.7"), queue);
            fixture.time.awaitSleepers(2);

            threads.shutdownNow();
            assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();

            ExecutorService more = Executors.newCachedThreadPool();
            try {
                more.submit(() -> guard.enter(request(from("203.0.113.7"), queue)));
                fixture.time.awaitSleepers(1);
            } finally {
                more.shutdownNow();
            }
        }
    }

    @Nested
    class TheNumberOfRemoteWaiters {

        @Test
        void isBoundedAndCheckedBeforeADepartureIsReserved() throws Exception {
            guard.enter(request(from("203.0.113.7"), queue));
            enter(from("203.0.113.7"), queue);
            enter(from("203.0.113.7"), queue);
            fixture.time.awaitSleepers(2);

            Decision third = answerOf(enter(from("203.0.113.7"), queue));

            assertThat(third.outcome()).isEqualTo(Outcome.LIMITED);
            assertThat(third.retryAfter()).as("when it need not wait").isEqualTo(Duration.ofSeconds(3));
            assertThat(guard.decide(request(Caller.NONE, queue)).delayMicros())
                    .as("the third departure was not reserved")
                    .isEqualTo(3_000_000);
        }

        @Test
        void isFreeAgainWhenTheyHaveDeparted() throws Exception {
            guard.enter(request(from("203.0.113.7"), queue));
            List<Future<Decision>> first =
                    List.of(enter(from("203.0.113.7"), queue), enter(from("203.0.113.7"), queue));
            fixture.time.awaitSleepers(2);
            fixture.time.advance(Duration.ofSeconds(2));
            for (Future<Decision> each : first) {
                answerOf(each);
            }

            Future<Decision> later = enter(from("203.0.113.7"), queue);
            fixture.time.awaitSleepers(1);
            fixture.time.advance(Duration.ofSeconds(1));

            assertThat(answerOf(later).isAllowed()).isTrue();
        }

        @Test
        void doesNotConcernThoseOfTheApplicationItself() throws Exception {
            guard.enter(request(Caller.NONE, queue));
            List<Future<Decision>> entered = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                entered.add(enter(Caller.NONE, queue));
            }
            fixture.time.awaitSleepers(8);

            fixture.time.advance(Duration.ofSeconds(8));

            for (Future<Decision> each : entered) {
                assertThat(answerOf(each).isAllowed()).isTrue();
            }
        }

        @Test
        void doesNotConcernCallsThatNothingMakesWait() throws Exception {
            guard.enter(request(from("203.0.113.7"), queue));
            enter(from("203.0.113.7"), queue);
            enter(from("203.0.113.7"), queue);
            fixture.time.awaitSleepers(2);
            Limit other = policies.define(GuardFixture.policy("other", Dimensions.IP));

            assertThat(answerOf(enter(from("203.0.113.7"), other)).isAllowed()).isTrue();
        }

        @Test
        void isNotUsedUpByAQueueInShadow() throws Exception {
            Limit shadow = policies.define(leaky("shadow", ONE_A_SECOND.withMaxWait(Duration.ofSeconds(10)))
                    .withMode(Mode.SHADOW));
            Guard withoutSeats = fixture.guard(AllowList.EMPTY, 0);
            withoutSeats.enter(request(from("203.0.113.7"), shadow));

            Decision decision = withoutSeats.enter(request(from("203.0.113.7"), shadow));

            assertThat(decision.wouldHaveViolated()).as("it would have waited").isEmpty();
        }
    }
}
