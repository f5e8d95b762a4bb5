package io.github.limiter.guard;

import io.github.limiter.ban.Bans;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import io.github.limiter.subject.SubjectRequiredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a call may go on. Serves annotated methods, web filters, and code without either. Thread-safe.
 *
 * <p>A decision only tells: it neither throws when it refuses nor waits for a departure. {@link #enter} and
 * {@link #enterAsync} wait.
 */
public final class Guard {

    private static final Logger log = LoggerFactory.getLogger(Guard.class);

    private final AllowList allowList;
    private final Shedding shedding;
    private final LimiterStore store;
    private final WaitingRoom waitingRoom;
    private final @Nullable Challenges challenges;
    private final Verdicts verdicts;
    private final @Nullable BanStep bans;
    private final RiskStep riskStep;

    /**
     * A guard that bans nobody.
     *
     * @param allowList callers that nothing limits
     * @param store where counts are kept
     * @param waitingRoom where admitted callers wait for their departure
     * @param listeners are told every decision
     */
    public Guard(AllowList allowList, LimiterStore store, WaitingRoom waitingRoom, List<DecisionListener> listeners) {
        this(allowList, Shedding.NONE, store, waitingRoom, listeners);
    }

    /**
     * A guard that goes by the load, and bans nobody.
     *
     * @param allowList callers that nothing limits
     * @param shedding what the load means for calls
     * @param store where counts are kept
     * @param waitingRoom where admitted callers wait for their departure
     * @param listeners are told every decision
     */
    public Guard(
            AllowList allowList,
            Shedding shedding,
            LimiterStore store,
            WaitingRoom waitingRoom,
            List<DecisionListener> listeners) {
        this(allowList, shedding, store, waitingRoom, listeners, null, false);
    }

    /**
     * A guard that goes by the load, and refuses the banned.
     *
     * @param allowList callers that nothing limits and no ban holds for
     * @param shedding what the load means for calls
     * @param store where counts are kept
     * @param waitingRoom where admitted callers wait for their departure
     * @param listeners are told every decision
     * @param bans who is refused; null: nobody
     * @param everywhere whether bans hold for every call, or for those with a {@linkplain GuardRequest#rule() rule} alone
     */
    public Guard(
            AllowList allowList,
            Shedding shedding,
            LimiterStore store,
            WaitingRoom waitingRoom,
            List<DecisionListener> listeners,
            @Nullable Bans bans,
            boolean everywhere) {
        this(allowList, shedding, store, waitingRoom, listeners, bans, everywhere, null);
    }

    /**
     * A guard that also asks those who are challenged for a pass.
     *
     * @param allowList callers that nothing limits and no ban holds for
     * @param shedding what the load means for calls
     * @param store where counts are kept
     * @param waitingRoom where admitted callers wait for their departure
     * @param listeners are told every decision
     * @param bans who is refused; null: nobody
     * @param everywhere whether bans hold for every call, or for those with a {@linkplain GuardRequest#rule() rule} alone
     * @param challenges what a challenge means; null: nothing
     */
    public Guard(
            AllowList allowList,
            Shedding shedding,
            LimiterStore store,
            WaitingRoom waitingRoom,
            List<DecisionListener> listeners,
            @Nullable Bans bans,
            boolean everywhere,
            @Nullable Challenges challenges) {
        this.allowList = allowList;
        this.shedding = shedding;
        this.store = store;
        this.waitingRoom = waitingRoom;
        this.verdicts = new Verdicts(listeners);
        this.bans = bans == null ? null : new BanStep(bans, everywhere);
        this.challenges = challenges;
        this.riskStep = new RiskStep(challenges, verdicts::tell);
    }

    /**
     * Decides a call: allow-list, bans, challenges, then whether the load has room for its tier, then its limits, all or
     * nothing.
     *
     * @param request the call
     * @return the decision; completes exceptionally with what the store failed with
     * @throws CostException if a cost is out of range
     */
    public CompletionStage<Decision> decideAsync(GuardRequest request) {
        if (allowList.covers(request.caller())) {
            return completed(verdicts.of(request, Outcome.ALLOWED, "on the allow-list"));
        }
        if (bans == null) {
            return decideUnchallenged(request);
        }
        Standing standing = bans.find(request);
        return standing.isBanned() || bans.isCertain(request)
                ? decideByStanding(request, standing)
                : bans.ask(request).thenCompose(asked -> decideByStanding(request, asked));
    }

    private CompletionStage<Decision> decideByStanding(GuardRequest request, Standing standing) {
        if (standing.isBanned()) {
            return completed(verdicts.banned(request, standing));
        }
        List<Subject> challenged = challenges == null || standing.isClear() ? List.of() : challenges.of(request);
        return challenged.isEmpty()
                ? decideUnchallenged(request)
                : unlessChallenged(request, standing, challenged, () -> decideUnchallenged(request));
    }

    private CompletionStage<Decision> unlessChallenged(
            GuardRequest request,
            Standing standing,
            List<Subject> challenged,
            Supplier<CompletionStage<Decision>> unchallenged) {
        return Objects.requireNonNull(challenges)
                .admit(request, challenged)
                .thenCompose(
                        admitted -> admitted ? unchallenged.get() : completed(verdicts.challenged(request, standing)));
    }

    private CompletionStage<Decision> decideUnchallenged(GuardRequest request) {
        Treatment treatment = request.isAboutChallenges() ? Treatment.USUAL : shedding.treatmentOf(request);
        if (treatment.isShed()) {
            return completed(verdicts.shed(request, treatment));
        }
        List<LimitCheck> checks;
        try {
            checks = checks(request, treatment);
        } catch (SubjectRequiredException e) {
            return completed(verdicts.of(request, Outcome.BLOCKED, String.valueOf(e.getMessage())));
        }
        if (checks.isEmpty()) {
            return completed(verdicts.of(request, Outcome.ALLOWED, "no limit applies"));
        }
        Standing standing = bans == null ? Standing.CLEAR : bans.find(checks);
        if (standing.isBanned()) {
            return completed(verdicts.banned(request, standing));
        }
        List<Subject> challenged =
                bans == null || challenges == null || standing.isClear() || !Challenges.isAsked(request)
                        ? List.of()
                        : bans.challenged(checks);
        return challenged.isEmpty()
                ? decideLimits(request, checks)
                : unlessChallenged(request, standing, challenged, () -> decideLimits(request, checks));
    }

    /**
     * Whether the load may have calls shed at this moment. Cheap.
     *
     * @return false if {@link #shedEarly} need not be asked
     */
    public boolean mayShed() {
        return shedding.isOn();
    }

    /**
     * Decides a call by the load alone, before anybody can know which user makes it. Banned callers are to be refused
     * before.
     *
     * @param request the call, with all the limits that it will be subject to; their keys and costs do not matter
     * @param mayBeUser whether its caller may turn out to be a user; asked if the allow-list names some
     * @return the decision that sheds it; empty if it goes on, to be decided as it is made
     */
    public Optional<Decision> shedEarly(GuardRequest request, BooleanSupplier mayBeUser) {
        if (allowList.covers(request.caller()) || allowList.namesUsers() && mayBeUser.getAsBoolean()) {
            return Optional.empty();
        }
        Treatment treatment = shedding.treatmentOf(request);
        return treatment.isShed() ? Optional.of(verdicts.shed(request, treatment)) : Optional.empty();
    }

    private CompletionStage<Decision> decideLimits(GuardRequest request, List<LimitCheck> checks) {
        BanStep step = bans;
        if (step == null) {
            return store.decide(checks).thenApply(results -> verdicts.decided(request, results, Standing.CLEAR));
        }
        long askedAt = step.askedAt(checks);
        return store.decide(checks)
                .thenApply(results -> verdicts.decided(request, results, step.note(request, results, askedAt)));
    }

    private static CompletionStage<Decision> completed(Decision decision) {
        return CompletableFuture.completedFuture(decision);
    }

    /**
     * {@link #decideAsync} for callers that block.
     *
     * @param request the call
     * @return the decision
     * @throws CostException if a cost is out of range
     */
    public Decision decide(GuardRequest request) {
        try {
            return decideAsync(request).toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /**
     * Decides a call and blocks an admitted one until its departure. Remote callers that cannot be held any more, since
     * too many are, are decided as if they did not wait.
     *
     * @param request the call
     * @return the decision
     * @throws InterruptedException if interrupted while waiting; what the call took has been given back where possible
     * @throws CostException if a cost is out of range
     */
    public Decision enter(GuardRequest request) throws InterruptedException {
        return waitingRoom.enter(this, request);
    }

    /**
     * Decides a call and completes at the departure of an admitted one, at once for others. A waiter holds no thread: on
     * each key of a bucket there are never more than {@code maxWait} times its rate, and of remote ones, whose keys may be
     * an attacker's to choose, no more than the waiting room takes; others are decided as if they did not wait.
     *
     * <p>Who cancels the future gives back what the call took, if it had been admitted; cancelling a stage that depends
     * on it does not.
     *
     * @param request the call
     * @return the decision; completes on the caller's thread if nothing has to be waited for, else on one of the store or
     *     of the clock, where only what is short may go on; completes exceptionally with what the store failed with
     * @throws CostException if a cost is out of range
     */
    public CompletableFuture<Decision> enterAsync(GuardRequest request) {
        return waitingRoom.enterAsync(this, request);
    }

    /**
     * The second half of {@link #enterAsync}, for who has the decision already.
     *
     * @param decision about the call
     * @return the decision at its departure; as there
     */
    public CompletableFuture<Decision> depart(Decision decision) {
        return waitingRoom.depart(this, decision);
    }

    /**
     * Gives back what an admitted call took and will not use. Best effort; not to be repeated. Nodes that remember a
     * refusal by the same count go on refusing as long as that one said.
     *
     * @param decision about the call; nothing happens if it refused
     * @return completes when it is done
     */
    public CompletionStage<Void> giveBack(Decision decision) {
        return decision.isAllowed() && !decision.limits().isEmpty()
                ? store.giveBack(decision.limits())
                : CompletableFuture.completedFuture(null);
    }

    /**
     * Ends an admitted call: what it was only lent, such as its lease of a {@code concurrency} limit, is free for others.
     * To be told once, however the call ended. Free of cost for calls that were lent nothing.
     *
     * @param decision about the call; nothing happens if it refused
     */
    public void ended(Decision decision) {
        if (decision.isLent()) {
            List<LimitResult> lent =
                    decision.limits().stream().filter(LimitResult::isLent).toList();
            store.giveBack(lent).exceptionally(failure -> {
                log.debug("What decision {} was lent is not given back; it ends by itself", decision.id(), failure);
                return null;
            });
        }
    }

    /**
     * Decides an event by risk control alone: allow-list, then what a scene makes of it. Who was asked about limits has to
     * ask for both.
     *
     * @param risk assesses
     * @param scene name of the scene; one that is off allows everything
     * @param event what happens
     * @return the decision, which listeners are told of if something is suspicious about it; never completes exceptionally
     */
    public CompletionStage<Decision> assess(RiskGuard risk, String scene, RiskEvent event) {
        return allowList.covers(event.caller())
                ? completed(RiskStep.unsuspected(event.caller(), null))
                : riskStep.decide(risk, scene, event);
    }

    private List<LimitCheck> checks(GuardRequest request, Treatment treatment) {
        List<LimitCheck> checks = new ArrayList<>(request.charges().size() + 1);
        for (Charge charge : request.charges()) {
            LimitCheck check =
                    charge.limit().check(request, charge.key(), charge.cost(), treatment.shareOf(charge.limit()));
            if (check != null) {
                // Who is refused for want of what the load takes away has done nothing wrong.
                add(bans == null || treatment.share() < 1 ? check : bans.counting(request, check), checks);
            }
        }
        Limit beside = treatment.beside();
        LimitCheck unreserved = beside == null ? null : beside.check(request, null, 1, 1);
        if (unreserved != null) {
            add(unreserved, checks);
        }
        return checks;
    }

    /** A call counts once: charges that turn out to be to one count are one charge, the larger one. */
    private static void add(LimitCheck check, List<LimitCheck> checks) {
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).key().equals(check.key())) {
                if (check.cost() > checks.get(i).cost()) {
                    checks.set(i, check);
                }
                return;
            }
        }
        checks.add(check);
    }
}
