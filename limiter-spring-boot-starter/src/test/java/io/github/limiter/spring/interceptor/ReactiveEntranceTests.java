package io.github.limiter.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.subject.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Whatever the moment at which who subscribed leaves, a decision is handed over or given back: one of the two, once. */
class ReactiveEntranceTests {

    private static final Decision DECISION =
            new Decision(1, Outcome.ALLOWED, "no limit applies", new Caller(null, null, null), List.of());

    private final CompletableFuture<Decision> departure = new CompletableFuture<>();
    private final Queue<Runnable> hops = new ArrayDeque<>();
    private final List<Decision> givenBack = new ArrayList<>();
    private final List<Decision> handedOver = new ArrayList<>();
    private final Mono<Decision> entrance =
            ReactiveEntrance.of(() -> departure, givenBack::add, Schedulers.fromExecutor(hops::add));

    private Disposable enter() {
        return entrance.subscribe(handedOver::add);
    }

    private void hop() {
        hops.remove().run();
    }

    @Test
    void whoStaysIsHandedIt() {
        enter();
        departure.complete(DECISION);
        assertThat(handedOver).isEmpty();

        hop();

        assertThat(handedOver).containsExactly(DECISION);
        assertThat(givenBack).isEmpty();
    }

    @Test
    void whoNeedNotWaitIsHandedItAtOnce() {
        departure.complete(DECISION);

        enter();

        assertThat(hops).isEmpty();
        assertThat(handedOver).containsExactly(DECISION);
    }

    @Test
    void whoLeavesBeforeItComesHasTheGuardGiveBack() {
        enter().dispose();

        assertThat(departure).isCancelled();
        assertThat(givenBack).isEmpty();
    }

    /** Where another thread had a part in it, what was taken could come back after the caller's next call. */
    @Test
    void whoLeavesBeforeItComesLeavesNothingToAnotherThread() {
        enter().dispose();

        assertThat(hops).isEmpty();
    }

    @Test
    void whoLeavesBetweenTheThreadsGivesBack() {
        Disposable caller = enter();
        departure.complete(DECISION);

        caller.dispose();

        assertThat(givenBack).containsExactly(DECISION);
        hop();
        assertThat(handedOver).isEmpty();
        assertThat(givenBack).containsExactly(DECISION);
    }

    @Test
    void whoLeavesAfterwardsHasIt() {
        Disposable caller = entrance.flatMap(decision -> {
                    handedOver.add(decision);
                    return Mono.never();
                })
                .subscribe();
        departure.complete(DECISION);
        hop();

        caller.dispose();

        assertThat(handedOver).containsExactly(DECISION);
        assertThat(givenBack).isEmpty();
    }

    /** While the guard decided on the very thread that subscribes. */
    @Test
    void whoHasLeftBeforeItIsAskedForGivesBack() {
        departure.complete(DECISION);

        StepVerifier.create(entrance.doOnNext(handedOver::add), 0)
                .expectSubscription()
                .thenCancel()
                .verify();

        assertThat(handedOver).isEmpty();
        assertThat(givenBack).containsExactly(DECISION);
    }

    @Test
    void whatFailsIsTold() {
        StepVerifier.create(entrance)
                .then(() -> departure.completeExceptionally(new IllegalStateException("no store")))
                .then(this::hop)
                .verifyErrorMessage("no store");
        assertThat(givenBack).isEmpty();
    }

    @Test
    void whereNoThreadIsLeftItIsGivenBack() {
        Mono<Decision> crowded = ReactiveEntrance.of(() -> departure, givenBack::add, Schedulers.fromExecutor(task -> {
            throw new RejectedExecutionException("full");
        }));

        StepVerifier.create(crowded)
                .then(() -> departure.complete(DECISION))
                .verifyError(RejectedExecutionException.class);

        assertThat(givenBack).containsExactly(DECISION);
    }
}
