package io.github.limiter.spring.ban;

import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Offence;
import io.github.limiter.path.CommonMisses;
import io.github.limiter.policy.BanRule;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.spring.watch.SeenRequestListener;
import io.github.limiter.subject.ClientAddress;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Strikes those whose requests offend, once they were answered. Thread-safe. */
public final class OffenceWatch implements SeenRequestListener {

    private final RequestRules rules;
    private final BooleanSupplier blacklisted;
    private final CommonMisses misses;
    private final Bans bans;

    /**
     * A watch.
     *
     * @param rules what is held against whom
     * @param blacklisted whether the application has a blacklist; may become true as its beans are made
     * @param misses tells paths that many miss
     * @param bans counts strikes
     */
    public OffenceWatch(RequestRules rules, BooleanSupplier blacklisted, CommonMisses misses, Bans bans) {
        this.rules = rules;
        this.blacklisted = blacklisted;
        this.misses = misses;
        this.bans = bans;
    }

    @Override
    public boolean isWatching() {
        for (CountedRule counted : rules.counted()) {
            if (isInUse(counted)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInUse(CountedRule counted) {
        return counted.configured() || blacklisted.getAsBoolean();
    }

    @Override
    public void onRequest(SeenRequest request) {
        boolean common = isCommon(request);
        for (CountedRule counted : rules.counted()) {
            if (isInUse(counted) && counted.counts().test(request) && !(common && counted.sparesCommonMisses())) {
                BanRule rule = counted.ruleFor(request);
                bans.strike(request.caller(), rule, request.item(), offence(request, rule.name()));
            }
        }
    }

    private boolean isCommon(SeenRequest request) {
        ClientAddress address = request.caller().address();
        return request.mayBeCommon() && address != null && misses.add(request.path(), address.text());
    }

    private static Offence offence(SeenRequest request, String rule) {
        String agent = request.agent();
        return new Offence(
                Instant.now(), rule, request.method(), request.place(), request.status(), agent == null ? "" : agent);
    }
}
