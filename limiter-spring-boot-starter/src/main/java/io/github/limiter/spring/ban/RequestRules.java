package io.github.limiter.spring.ban;

import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.BanRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What requests are held against whom, beside refusals by limits. Immutable.
 *
 * @param honeypot what asking for a trap counts as; null: nothing
 * @param traps paths that nobody has a reason to ask for
 * @param counted what else is counted, once a request was answered
 */
public record RequestRules(@Nullable BanRule honeypot, TrapPaths traps, List<CountedRule> counted) {

    /**
     * Copies the list.
     *
     * @param honeypot what asking for a trap counts as
     * @param traps paths that nobody has a reason to ask for
     * @param counted what else is counted
     */
    public RequestRules {
        counted = List.copyOf(counted);
    }

    /**
     * Looks for one of those that are counted.
     *
     * @param name of the rule
     * @return null if it is turned off
     */
    public @Nullable CountedRule named(String name) {
        return counted.stream()
                .filter(each -> each.rule().name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
