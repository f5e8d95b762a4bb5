package io.github.limiter.spring.ban;

import io.github.limiter.guard.Decision;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link BanGate} says of a request.
 *
 * @param refusal the decision that refuses it; null: it goes on
 * @param attempt what is to be told how it ends; null: nothing
 */
public record Passage(@Nullable Decision refusal, @Nullable LoginAttempt attempt) {

    /** Goes on, and nobody needs to know how it ends. */
    static final Passage FREE = new Passage(null, null);

    static Passage of(Optional<Decision> refusal) {
        return refusal.isPresent() ? new Passage(refusal.get(), null) : FREE;
    }
}
