package io.github.limiter.spring.autoconfigure;

import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.RiskResult;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.spring.watch.SeenRequestListener;

/** Tells the scene {@code crawler} what became of requests. */
final class CrawlerListener implements SeenRequestListener {

    private final RiskGuard risk;

    CrawlerListener(RiskGuard risk) {
        this.risk = risk;
    }

    @Override
    public boolean isWatching() {
        return risk.scene(BuiltInScenes.CRAWLER) != null;
    }

    @Override
    public void onRequest(SeenRequest request) {
        RequestFacts facts =
                new RequestFacts(request.method(), request.path(), request.agent(), null, null, false, false);
        risk.settle(
                BuiltInScenes.CRAWLER, RiskEvent.of(request.caller(), facts), RiskResult.ofStatus(request.status()));
    }
}
