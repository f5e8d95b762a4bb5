package io.github.limiter.captcha;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks callers whether they are people: gives out challenges, judges answers, and gives passes for right ones. In no web
 * technology. Thread-safe.
 *
 * <p>An answer is judged by who took the challenge from the store, and only one can: so it is good once, also when it is
 * sent many times at once, and no more wrong ones are judged than a challenge has attempts.
 */
public final class Captcha {

    /** Longest answer that is judged, in characters: tokens of remote verifiers are long. */
    public static final int MAX_ANSWER = 8_192;

    private static final Logger log = LoggerFactory.getLogger(Captcha.class);

    private final Map<String, CaptchaProvider> providers = new LinkedHashMap<>();
    private final CaptchaProvider first;
    private final CaptchaStore store;
    private final CaptchaRules rules;
    private final Function<Subject, CompletionStage<Void>> offence;
    private final List<CaptchaListener> listeners;

    /**
     * A captcha.
     *
     * @param providers at least one; the first is what clients get unless they ask for another
     * @param store keeps challenges and passes
     * @param rules how long they last and what they bear
     * @param offence what to do with an address that gave too many wrong answers; the answer that completes the offence
     *     waits for it
     * @param listeners are told what happens
     */
    public Captcha(
            List<? extends CaptchaProvider> providers,
            CaptchaStore store,
            CaptchaRules rules,
            Function<Subject, CompletionStage<Void>> offence,
            List<CaptchaListener> listeners) {
        for (CaptchaProvider provider : providers) {
            if (this.providers.put(provider.name(), provider) != null) {
                throw new InvalidConfigurationException(
                        "captcha provider", provider.name(), "is the name of two of them", "Rename one");
            }
        }
        this.first = providers.get(0);
        this.store = store;
        this.rules = rules;
        this.offence = offence;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Name of the kind of challenge that clients get.
     *
     * @return name of the first provider
     */
    public String provider() {
        return first.name();
    }

    /**
     * Gives out a challenge. Computes for some milliseconds.
     *
     * @param wanted name of the kind that is asked for, whoever asks; null, or one that there is not: the first
     * @return the challenge; completes exceptionally if the store could not be reached
     */
    public CompletionStage<Issued> issue(@Nullable String wanted) {
        CaptchaProvider provider = wanted == null ? first : providers.getOrDefault(wanted, first);
        Puzzle puzzle = provider.create();
        Challenge challenge = new Challenge(
                Tokens.newId(), provider.name(), puzzle.secret(), rules.attempts(), micros(rules.lifetime()));
        return store.keep(challenge).thenApply(kept -> {
            tell(listener -> listener.onIssued(provider.name()));
            return new Issued(challenge.id(), provider.name(), puzzle.shown(), rules.lifetime());
        });
    }

    /**
     * Judges an answer.
     *
     * @param id of the challenge, of any length and content
     * @param answer of any length and content
     * @param solver the subject of the address that it comes from
     * @return what became of it; completes exceptionally if the store could not be reached
     */
    public CompletionStage<Verdict> answer(String id, String answer, Subject solver) {
        if (!Tokens.isId(id)) {
            return CompletableFuture.completedFuture(told("none", solver, Verdict.without(Verdict.Kind.GONE)));
        }
        return store.take(id)
                .thenCompose(taken -> taken.isEmpty()
                        ? CompletableFuture.completedFuture(told("none", solver, Verdict.without(Verdict.Kind.GONE)))
                        : judge(taken.get(), answer, solver)
                                .thenApply(verdict -> told(taken.get().provider(), solver, verdict)));
    }

    private CompletionStage<Verdict> judge(Challenge challenge, String answer, Subject solver) {
        return verify(challenge, answer, solver)
                .handle((right, failure) ->
                        failure != null ? unjudged(challenge, failure) : right ? right() : wrong(challenge, solver))
                .thenCompose(verdict -> verdict);
    }

    /** Ends in any case: the challenge is taken and would be lost. */
    private CompletionStage<Boolean> verify(Challenge challenge, String answer, Subject solver) {
        CaptchaProvider provider = providers.get(challenge.provider());
        if (provider == null || answer.length() > MAX_ANSWER) {
            return CompletableFuture.completedFuture(false);
        }
        try {
            return provider.verify(challenge.secret(), answer, solver.value());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletionStage<Verdict> unjudged(Challenge challenge, Throwable failure) {
        log.warn("{} cannot judge an answer: {}", challenge.provider(), failure.toString());
        return store.keep(challenge).thenApply(kept -> Verdict.without(Verdict.Kind.UNJUDGED));
    }

    private CompletionStage<Verdict> right() {
        String pass = Tokens.newPass();
        return store.grant(Tokens.digest(pass), rules.passLifetime())
                .thenApply(kept -> new Verdict(Verdict.Kind.RIGHT, pass));
    }

    private CompletionStage<Verdict> wrong(Challenge challenge, Subject solver) {
        CompletionStage<Void> kept = challenge.attempts() > 1
                ? store.keep(challenge.withoutAnAttempt())
                : CompletableFuture.completedFuture(null);
        return kept.thenCompose(done -> store.countWrong(solver, rules.wrongAnswers(), CaptchaRules.WRONG_WINDOW))
                .thenCompose(
                        isOffence -> isOffence ? offence.apply(solver) : CompletableFuture.<Void>completedFuture(null))
                .thenApply(done -> Verdict.without(Verdict.Kind.WRONG));
    }

    /**
     * For how long a pass is good.
     *
     * @return since it was earned
     */
    public Duration passLifetime() {
        return rules.passLifetime();
    }

    /**
     * Whether somebody may pass. Binds the pass to who shows it: to the first user, and without a user to at most so many
     * networks.
     *
     * @param pass what the client sent, of any length and content
     * @param holder who sent it
     * @return whether it is a pass and good for him; completes exceptionally if the store could not be reached
     */
    public CompletionStage<Boolean> accepts(String pass, Holder holder) {
        CompletionStage<Boolean> accepted = Tokens.isPass(pass)
                ? store.accept(Tokens.digest(pass), holder, rules.networks())
                : CompletableFuture.completedFuture(false);
        return accepted.thenApply(good -> {
            tell(listener -> listener.onPass(holder, good));
            return good;
        });
    }

    /**
     * Makes a pass good for nobody, on all nodes, from the moment at which this completes.
     *
     * @param pass what the client sent, of any length and content
     * @return completes when it is done; nothing happens if it is no pass
     */
    public CompletionStage<Void> revoke(String pass) {
        return Tokens.isPass(pass) ? store.revoke(Tokens.digest(pass)) : CompletableFuture.completedFuture(null);
    }

    private Verdict told(String provider, Subject solver, Verdict verdict) {
        tell(listener -> listener.onAnswer(provider, solver, verdict.kind()));
        return verdict;
    }

    private void tell(Consumer<CaptchaListener> event) {
        for (CaptchaListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                log.warn("{} failed", listener, e);
            }
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
