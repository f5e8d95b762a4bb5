package io.github.limiter.captcha;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.captcha.CaptchaEvent.Kind;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    /** Name of what there is not. */
    private static final String NONE = "none";

    private static final Logger log = LoggerFactory.getLogger(Captcha.class);

    private final Map<String, CaptchaProvider> providers = new LinkedHashMap<>();
    private final CaptchaProvider first;
    private final CaptchaStore store;
    private final CaptchaRules rules;
    private final DimensionResolver addresses;
    private final DimensionResolver networks;
    private final Function<Caller, CompletionStage<Void>> offence;
    private final List<CaptchaListener> listeners;

    /**
     * A captcha.
     *
     * @param providers at least one; the first is what clients get unless they ask for another
     * @param store keeps challenges and passes
     * @param rules how long they last and what they bear
     * @param dimensions by what addresses and networks are known
     * @param offence what to do with who gave too many wrong answers from one address; the last of them is answered once
     *     that is done
     * @param listeners are told what happens
     */
    public Captcha(
            List<? extends CaptchaProvider> providers,
            CaptchaStore store,
            CaptchaRules rules,
            DimensionRegistry dimensions,
            Function<Caller, CompletionStage<Void>> offence,
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
        this.addresses = dimensions.get(Dimensions.IP);
        this.networks = dimensions.get(Dimensions.SUBNET);
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
            tell(new CaptchaEvent(Kind.ISSUED, provider.name(), null));
            return new Issued(challenge.id(), provider.name(), puzzle.shown(), rules.lifetime());
        });
    }

    /**
     * Judges an answer.
     *
     * @param id of the challenge, of any length and content
     * @param answer of any length and content
     * @param solver who sends it
     * @return what became of it; completes exceptionally if the store could not be reached
     */
    public CompletionStage<Verdict> answer(String id, String answer, Caller solver) {
        CompletionStage<Optional<Challenge>> taken =
                Tokens.isId(id) ? store.take(id) : CompletableFuture.completedFuture(Optional.empty());
        return taken.thenCompose(found -> found.isEmpty()
                ? offend(solver, CaptchaRules.GUESS_SPACING)
                        .thenApply(done -> told(NONE, solver, Verdict.without(Verdict.Kind.GONE)))
                : judge(found.get(), answer, solver)
                        .thenApply(verdict -> told(found.get().provider(), solver, verdict)));
    }

    private CompletionStage<Verdict> judge(Challenge challenge, String answer, Caller solver) {
        return verify(challenge, answer, solver)
                .handle((right, failure) ->
                        failure != null ? unjudged(challenge, failure) : right ? right() : wrong(challenge, solver))
                .thenCompose(verdict -> verdict);
    }

    /** Ends in any case: the challenge is taken and would be lost. */
    private CompletionStage<Boolean> verify(Challenge challenge, String answer, Caller solver) {
        CaptchaProvider provider = providers.get(challenge.provider());
        if (provider == null || answer.length() > MAX_ANSWER) {
            return CompletableFuture.completedFuture(false);
        }
        try {
            ClientAddress address = solver.address();
            return provider.verify(
                    challenge.secret(), answer, address == null ? ClientAddress.UNKNOWN_TEXT : address.text());
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

    private CompletionStage<Verdict> wrong(Challenge challenge, Caller solver) {
        CompletionStage<Void> kept = challenge.attempts() > 1
                ? store.keep(challenge.withoutAnAttempt())
                : CompletableFuture.completedFuture(null);
        return kept.thenCompose(done -> offend(solver, Duration.ZERO))
                .thenApply(done -> Verdict.without(Verdict.Kind.WRONG));
    }

    /** Counts against where an answer came from; completes once the offence, if it is one, is dealt with. */
    private CompletionStage<Void> offend(Caller solver, Duration spacing) {
        Subject address = addresses.resolve(solver, NONE);
        return address == null
                ? CompletableFuture.completedFuture(null)
                : store.count(address, Misstep.WRONG_ANSWER, rules.wrongAnswers(), CaptchaRules.MISSTEP_WINDOW, spacing)
                        .thenCompose(isOffence ->
                                isOffence ? offence.apply(solver) : CompletableFuture.<Void>completedFuture(null));
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
    public CompletionStage<Boolean> accepts(String pass, Caller holder) {
        CompletionStage<Boolean> accepted = Tokens.isPass(pass)
                ? store.accept(Tokens.digest(pass), holder(holder), rules.networks())
                : CompletableFuture.completedFuture(false);
        return accepted.thenApply(good -> {
            tell(good ? Kind.PASS_ACCEPTED : Kind.PASS_REFUSED, NONE, holder);
            return good;
        });
    }

    private Holder holder(Caller caller) {
        String user = caller.user();
        Subject network = networks.resolve(caller, NONE);
        return new Holder(
                user == null ? null : Subject.of(Dimensions.USER, user).text(),
                network == null ? ClientAddress.UNKNOWN_TEXT : network.text());
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

    /**
     * Notes that somebody who is challenged has asked for something else instead.
     *
     * @param challenged who is challenged
     * @param caller who asked
     * @param spacing several within it are one: what a page fetches at once is
     * @return whether that was one time too many, an offence; completes exceptionally if the store could not be reached
     */
    public CompletionStage<Boolean> ignored(Subject challenged, Caller caller, Duration spacing) {
        tell(Kind.IGNORED, NONE, caller);
        return store.count(
                challenged,
                Misstep.IGNORED_CHALLENGE,
                CaptchaRules.IGNORED_CHALLENGES,
                CaptchaRules.MISSTEP_WINDOW,
                spacing);
    }

    private Verdict told(String provider, Caller solver, Verdict verdict) {
        Kind kind = switch (verdict.kind()) {
            case RIGHT -> Kind.SOLVED;
            case WRONG -> Kind.WRONG;
            case GONE -> Kind.GONE;
            case UNJUDGED -> Kind.UNJUDGED;
        };
        tell(kind, provider, solver);
        return verdict;
    }

    private void tell(Kind kind, String provider, Caller caller) {
        if (!listeners.isEmpty()) {
            tell(new CaptchaEvent(kind, provider, addresses.resolve(caller, NONE)));
        }
    }

    private void tell(CaptchaEvent event) {
        for (CaptchaListener listener : listeners) {
            try {
                listener.onCaptchaEvent(event);
            } catch (RuntimeException e) {
                log.warn("{} failed", listener, e);
            }
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }
}
