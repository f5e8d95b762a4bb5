package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.BanExemption;
import io.github.limiter.policy.BanRule;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.GoodBots.Standing;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.spring.ban.OffenceWatch;
import io.github.limiter.spring.interceptor.RequestFactsReader;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.spring.watch.SeenRequestListener;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;

/**
 * Spares good bots what rules for bans would do, and who says to be one until that is looked up. Rules do not see what
 * callers say about themselves, so it looks at requests before those who offend are struck.
 */
final class GoodBotMercy implements BanExemption, SeenRequestListener, Ordered {

    private final GoodBots bots;
    private final Supplier<RequestFactsReader> facts;
    private final Supplier<@Nullable OffenceWatch> offences;

    GoodBotMercy(GoodBots bots, Supplier<RequestFactsReader> facts, Supplier<@Nullable OffenceWatch> offences) {
        this.bots = bots;
        this.facts = facts;
        this.offences = offences;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Mercy mercy(Caller caller, Subject subject, BanRule rule) {
        RequestFacts request = facts.get().read(caller);
        Standing standing = bots.standing(caller, request == null ? null : request.agent());
        return standing == Standing.VERIFIED || standing == Standing.PENDING ? Mercy.FULL : Mercy.NONE;
    }

    @Override
    public boolean isWatching() {
        OffenceWatch striking = offences.get();
        return striking != null && striking.isWatching();
    }

    @Override
    public void onRequest(SeenRequest request) {
        if (request.offence() != null) {
            bots.standing(request.caller(), request.agent());
        }
    }
}
