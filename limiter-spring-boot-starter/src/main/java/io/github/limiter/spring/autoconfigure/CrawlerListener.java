package io.github.limiter.spring.autoconfigure;

import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.RiskResult;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.spring.watch.SeenRequestListener;
import io.github.limiter.spring.web.UnwatchedRequests;

/** Tells the scene {@code crawler} what became of requests. */
final class CrawlerListener implements SeenRequestListener {

    private final RiskGuard risk;
    private final UnwatchedRequests unwatched;

    CrawlerListener(RiskGuard risk, UnwatchedRequests unwatched) {
        this.risk = risk;
        this.unwatched = unwatched;
    }

    @Override
    public boolean isWatching() {
        return risk.scene(BuiltInScenes.CRAWLER) != null;
    }

    @Override
    public void onRequest(SeenRequest request) {
        if (unwatched.contain(request.method(), request.path())) {
            return;
        }
        RequestFacts facts =
                new RequestFacts(request.method(), request.path(), null, request.agent(), null, null, false, false);
        risk.settle(BuiltInScenes.CRAWLER, RiskEvent.of(request.caller(), facts), RiskResult.ofPage(request.status()));
    }
}
