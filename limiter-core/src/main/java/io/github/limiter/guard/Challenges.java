package io.github.limiter.guard;

import io.github.limiter.ban.Bans;
import io.github.limiter.captcha.Captcha;
import io.github.limiter.captcha.PassResolver;
import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a challenge means for a call: who shows a good pass goes on and is pardoned, everybody else is asked again, and to
 * be asked ten times is an offence. Thread-safe.
 *
 * <p>While the store does not answer, nobody could solve a challenge: who shows something that looks like a pass goes on,
 * and nobody is struck.
 */
public final class Challenges {

    private static final Logger log = LoggerFactory.getLogger(Challenges.class);

    /** How whoever is asked for a CAPTCHA is answered, for the evidence. */
    private static final int REFUSED = 403;

    private final Bans bans;
    private final Captcha captcha;
    private final PassResolver passes;
    private final @Nullable BanRule rule;

    /**
     * Challenges.
     *
     * @param bans who is challenged
     * @param captcha knows passes
     * @param passes finds the pass of a call
     * @param rule what ignored challenges count by, where the call has no rule of its own; null: nothing
     */
    public Challenges(Bans bans, Captcha captcha, PassResolver passes, @Nullable BanRule rule) {
        this.bans = bans;
        this.captcha = captcha;
        this.passes = passes;
        this.rule = rule;
    }

    /** Whom to ask, as far as this node knows; nobody outside of requests, where nobody could answer. */
    List<Subject> of(GuardRequest request) {
        return isAsked(request) ? bans.challenged(request.caller()) : List.of();
    }

    static boolean isAsked(GuardRequest request) {
        return request.caller().isRemote() && !request.isAboutChallenges();
    }

    /** Whether the call may go on; never completes exceptionally. */
    CompletionStage<Boolean> admit(GuardRequest request, List<Subject> challenged) {
        List<String> shown = passes.resolveAll(request.caller()).stream()
                .distinct()
                .limit(PassResolver.MOST)
                .toList();
        if (shown.isEmpty()) {
            return ignored(request, challenged);
        }
        return answerOr(
                () -> acceptsAny(shown, request.caller())
                        .thenCompose(good -> good
                                ? all(challenged, subject -> bans.pardon(subject))
                                        .thenApply(done -> true)
                                : ignored(request, challenged)),
                true);
    }

    private CompletionStage<Boolean> acceptsAny(List<String> shown, Caller caller) {
        CompletionStage<Boolean> accepted = CompletableFuture.completedFuture(false);
        for (String pass : shown) {
            accepted = accepted.thenCompose(
                    good -> good ? CompletableFuture.completedFuture(true) : captcha.accepts(pass, caller));
        }
        return accepted;
    }

    private CompletionStage<Boolean> ignored(GuardRequest request, List<Subject> challenged) {
        if (!passes.isSeen(request.caller())) {
            return CompletableFuture.completedFuture(false);
        }
        return answerOr(
                () -> all(challenged, subject -> strikeIfTenth(request, subject))
                        .thenApply(done -> false),
                false);
    }

    private CompletionStage<?> strikeIfTenth(GuardRequest request, Subject subject) {
        Caller caller = request.caller();
        BanRule counted = request.rule() == null ? rule : request.rule();
        Duration spacing = counted == null ? Duration.ZERO : counted.spacing();
        return captcha.ignored(subject, caller, spacing)
                .thenCompose(isOffence -> isOffence && counted != null
                        ? bans.strike(caller, subject, counted, REFUSED)
                        : CompletableFuture.completedFuture(null));
    }

    private interface Step {
        CompletionStage<?> take(Subject subject);
    }

    private static CompletionStage<?> all(List<Subject> subjects, Step step) {
        CompletionStage<?> done = CompletableFuture.completedFuture(null);
        for (Subject subject : subjects) {
            done = done.thenCompose(before -> step.take(subject));
        }
        return done;
    }

    private static CompletionStage<Boolean> answerOr(Supplier<CompletionStage<Boolean>> asked, boolean otherwise) {
        return asked.get().exceptionally(failure -> {
            log.debug("The store does not answer about a challenge", failure);
            return otherwise;
        });
    }
}
