package io.github.limiter.ban;

import io.github.limiter.subject.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says what a caller is doing, for evidence. Called on the thread of the decision, while the request is there. */
@FunctionalInterface
public interface Witness {

    /** Has seen nothing. */
    Witness NONE = (caller, rule, at) -> null;

    /**
     * Describes an offence.
     *
     * @param caller whose request refused limits struck
     * @param rule name of the rule that counted it
     * @param at when
     * @return the offence; null if there is nothing to say
     */
    @Nullable
    Offence describe(Caller caller, String rule, Instant at);
}
