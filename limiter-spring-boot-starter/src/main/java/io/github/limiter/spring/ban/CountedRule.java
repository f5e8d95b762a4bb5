package io.github.limiter.spring.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.watch.SeenRequest;
import java.util.function.Predicate;

/**
 * A rule and the requests that it counts.
 *
 * @param rule the rule
 * @param configured whether it was asked for by itself; else it holds where a blacklist is
 * @param counts which requests
 * @param sparesCommonMisses whether a path that many miss is not counted
 */
public record CountedRule(
        BanRule rule, boolean configured, Predicate<SeenRequest> counts, boolean sparesCommonMisses) {}
