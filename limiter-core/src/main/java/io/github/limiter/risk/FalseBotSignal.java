package io.github.limiter.risk;

import io.github.limiter.risk.GoodBots.Standing;

/** {@link Signals#FALSE_BOT}. */
final class FalseBotSignal implements RiskSignal {

    private final GoodBots bots;

    FalseBotSignal(GoodBots bots) {
        this.bots = bots;
    }

    @Override
    public String name() {
        return Signals.FALSE_BOT;
    }

    @Override
    public long value(RiskEvent event) {
        return event.request() != null && event.standing(bots) == Standing.FALSE_CLAIM ? 1 : 0;
    }
}
