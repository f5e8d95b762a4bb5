package io.github.limiter.captcha;

import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Keeps challenges and passes. Each method is one atomic step; the time is that of the store. Bounded: nothing is kept for
 * ever, and of challenges only so many as it was made for, the eldest go first. Thread-safe. What every store must do is
 * written down, executable, in {@code CaptchaStoreContract} of the test jar.
 *
 * <p>Stages complete exceptionally if the store could not be reached; then it may or may not have done what it was asked.
 */
public interface CaptchaStore {

    /**
     * Keeps a challenge for its lifetime.
     *
     * @param challenge one that is not kept at the moment
     * @return completes when it is kept
     */
    CompletionStage<Void> keep(Challenge challenge);

    /**
     * Hands out a challenge and keeps it no more: of several who ask at once, one gets it.
     *
     * @param id of {@link Challenge#id()}'s form
     * @return the challenge with what is left of its lifetime; empty if it is not there, any more or at all
     */
    CompletionStage<Optional<Challenge>> take(String id);

    /**
     * Counts a misstep.
     *
     * @param who made it
     * @param misstep its kind
     * @param allowed missteps that are one offence, at least 1
     * @param window for how long the first one is remembered
     * @param spacing several within it are one; zero: each is
     * @return true for the one that completes an offence; then the count begins anew
     */
    CompletionStage<Boolean> count(Subject who, Misstep misstep, int allowed, Duration window, Duration spacing);

    /**
     * Keeps a pass that nobody has used yet.
     *
     * @param pass a digest of its token, as key text: stores never see the token
     * @param lifetime for how long
     * @return completes when it is kept
     */
    CompletionStage<Void> grant(String pass, Duration lifetime);

    /**
     * Uses a pass, and binds it by that: to the first user who shows it, and to the networks from which it is shown by
     * nobody in particular.
     *
     * @param holder who shows it
     * @param pass a digest of its token
     * @param networks from how many networks it is good for somebody who is not logged in
     * @return whether it is good for this holder
     */
    CompletionStage<Boolean> accept(String pass, Holder holder, int networks);

    /**
     * Forgets a pass.
     *
     * @param pass a digest of its token
     * @return completes when it is good no more
     */
    CompletionStage<Void> revoke(String pass);
}
