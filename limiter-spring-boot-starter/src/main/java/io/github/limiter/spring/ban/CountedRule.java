package io.github.limiter.spring.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.watch.OffenceKind;
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
public record CountedRule(BanRule rule, boolean configured, Predicate<SeenRequest> counts, boolean sparesCommonMisses) {

    /**
     * By what a request is counted. What a page makes its readers' browsers send is counted apart, and asks for a CAPTCHA
     * where it would ban: else any page could have its readers banned here. Not so failed logins: whoever guesses
     * passwords could write the same fields.
     *
     * @param request one that is counted
     * @return the rule
     */
    BanRule ruleFor(SeenRequest request) {
        return request.ofAPage() && request.offence() != OffenceKind.FAILED_LOGIN ? rule.byPages() : rule;
    }
}
