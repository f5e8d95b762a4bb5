package io.github.limiter.captcha;

/**
 * A puzzle that was given out and waits for its answer, as stores keep it. Immutable.
 *
 * @param id by which it is found: 128 random bits, as 22 characters
 * @param provider name of who judges the answer
 * @param secret what it judges by
 * @param attempts answers that are still judged, at least 1
 * @param lifetime for how long from now, in microseconds, more than 0
 */
public record Challenge(String id, String provider, String secret, int attempts, long lifetime) {

    /** As it is later. */
    Challenge lasting(long lifetime) {
        return new Challenge(id, provider, secret, attempts, lifetime);
    }

    /** After a wrong answer. */
    Challenge withoutAnAttempt() {
        return new Challenge(id, provider, secret, attempts - 1, lifetime);
    }

    /** Without the secret, which is not for logs. */
    @Override
    public String toString() {
        return "Challenge[" + id + ", " + provider + ", attempts=" + attempts + ", lifetime=" + lifetime + "]";
    }
}
