package io.github.limiter.store.redis;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decisions on a Redis Cluster, where a script reaches one slot. Limits of one subject are decided by one call. Others in
 * two rounds, the calls of a round together: first the caller's own limits; then, only if those admit, the limits that
 * callers share and those that cannot give back in full. What was admitted is given back, once, if another refuses or
 * fails: so a call that is refused may hold units for a moment, and a lost give-back may refuse more, never admit more.
 */
final class ClusterDecisions {

    private static final Logger log = LoggerFactory.getLogger(ClusterDecisions.class);

    private final ScriptedDecisions decisions;

    ClusterDecisions(ScriptedDecisions decisions) {
        this.decisions = decisions;
    }

    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
        if (ofOneSubject(checks)) {
            return decisions.decide(checks);
        }
        Answers answers = new Answers(checks);
        return round(answers, true)
                .thenCompose(none -> answers.admit() ? round(answers, false) : CompletableFuture.completedStage(null))
                .thenCompose(none -> settled(answers));
    }

    private static boolean ofOneSubject(List<LimitCheck> checks) {
        Subject first = checks.get(0).key().subject();
        for (LimitCheck check : checks) {
            if (!check.key().subject().equals(first)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a limit is decided in the first round. */
    private static boolean comesFirst(LimitCheck check) {
        String dimension = check.key().subject().dimension();
        return !dimension.equals(Dimensions.GLOBAL)
                && !dimension.equals(Dimensions.INTERFACE)
                && check.algorithm().givesBackInFull();
    }

    /** One call a subject, all at once; completes, never exceptionally, when all have an answer or a failure. */
    private CompletionStage<Void> round(Answers answers, boolean first) {
        Map<Subject, List<LimitCheck>> bySubject = new LinkedHashMap<>();
        for (LimitCheck check : answers.checks) {
            if (comesFirst(check) == first) {
                bySubject
                        .computeIfAbsent(check.key().subject(), subject -> new ArrayList<>())
                        .add(check);
            }
        }
        return CompletableFuture.allOf(bySubject.values().stream()
                .map(checks -> decisions.decide(checks).handle(answers::add).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    private CompletionStage<List<LimitResult>> settled(Answers answers) {
        if (!answers.admit()) {
            List<LimitResult> charged = answers.charged();
            if (!charged.isEmpty()) {
                // Sent before the answer, which does not wait for it.
                giveBack(charged).whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.debug("What a refused call took is not given back", failure);
                    }
                });
            }
        }
        return answers.failure == null
                ? CompletableFuture.completedStage(answers.results())
                : CompletableFuture.failedStage(answers.failure);
    }

    CompletionStage<Void> giveBack(List<LimitResult> charged) {
        Map<Subject, List<LimitResult>> bySubject = new LinkedHashMap<>();
        for (LimitResult result : charged) {
            bySubject
                    .computeIfAbsent(result.check().key().subject(), subject -> new ArrayList<>())
                    .add(result);
        }
        return CompletableFuture.allOf(bySubject.values().stream()
                .map(results -> decisions.giveBack(results).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }

    /** What was answered so far. */
    private static final class Answers {

        private final List<LimitCheck> checks;
        private final Map<LimitCheck, LimitResult> known = new IdentityHashMap<>();
        private @Nullable Throwable failure;

        Answers(List<LimitCheck> checks) {
            this.checks = checks;
        }

        synchronized @Nullable Void add(@Nullable List<LimitResult> results, @Nullable Throwable failure) {
            if (results != null) {
                results.forEach(result -> known.put(result.check(), result));
            } else {
                this.failure = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
            }
            return null;
        }

        synchronized boolean admit() {
            return failure == null && known.values().stream().noneMatch(LimitResult::refuses);
        }

        synchronized List<LimitResult> charged() {
            return checks.stream()
                    .map(known::get)
                    .filter(result -> result != null && result.charged())
                    .toList();
        }

        synchronized List<LimitResult> results() {
            boolean admitted = admit();
            List<LimitResult> results = new ArrayList<>(checks.size());
            for (LimitCheck check : checks) {
                LimitResult result = known.get(check);
                if (result == null) {
                    results.add(LimitResult.unknown(check));
                } else {
                    results.add(admitted || !result.charged() ? result : givenBack(result));
                }
            }
            return results;
        }

        /** The answer to a call that took nothing: more is there, as long as before. */
        private static LimitResult givenBack(LimitResult result) {
            LimitCheck check = result.check();
            long remaining = Math.min(
                    result.remaining() + check.cost(), check.algorithm().capacity(check.quota()));
            return new LimitResult(
                    check, true, false, remaining, 0, result.resetAfter(), 0, result.departure() - result.delay());
        }
    }
}
