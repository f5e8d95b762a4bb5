package io.github.limiter.risk;

/** {@link Signals#HEADERS}. */
final class HeaderSignal implements RiskSignal {

    @Override
    public String name() {
        return Signals.HEADERS;
    }

    @Override
    public long value(RiskEvent event) {
        RequestFacts request = event.request();
        if (request == null || !event.isPage()) {
            return 0;
        }
        String agent = request.agent();
        boolean wordless =
                request.complete() && request.language() == null && agent != null && agent.startsWith("Mozilla/");
        return switch (event.agentKind(request)) {
            case NONE -> 1;
            case TOOL, ATTACK -> wordless ? 2 : 1;
            case BROWSER -> wordless ? 1 : 0;
            case OTHER -> 0;
        };
    }
}
