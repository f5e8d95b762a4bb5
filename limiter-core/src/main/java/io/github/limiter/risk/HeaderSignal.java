package io.github.limiter.risk;

import java.util.List;
import java.util.Locale;

/** {@link Signals#HEADERS}. */
final class HeaderSignal implements RiskSignal {

    /** Tools and libraries by the names that they give themselves. */
    private static final List<String> TOOLS = List.of(
            "curl/",
            "wget/",
            "python",
            "scrapy",
            "go-http-client",
            "java/",
            "okhttp",
            "apache-httpclient",
            "libwww-perl",
            "lwp::",
            "httpclient",
            "aiohttp",
            "axios/",
            "node-fetch",
            "undici",
            "guzzle",
            "ruby",
            "mechanize",
            "phantomjs",
            "headlesschrome",
            "puppeteer",
            "playwright",
            "selenium",
            "nikto",
            "sqlmap",
            "nmap",
            "masscan",
            "zgrab",
            "nuclei",
            "wpscan",
            "dirbuster",
            "gobuster",
            "feroxbuster",
            "ffuf",
            "httrack",
            "colly",
            "winhttp",
            "jorgee",
            "zmeu");

    private final AgentMemo<Boolean> tools = new AgentMemo<>(HeaderSignal::isTool);

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
        if (agent == null || agent.isBlank()) {
            return 1;
        }
        long odd = tools.of(agent) ? 1 : 0;
        if (request.complete() && request.language() == null && agent.startsWith("Mozilla/")) {
            odd++;
        }
        return odd;
    }

    private static boolean isTool(String agent) {
        String lower = agent.toLowerCase(Locale.ROOT);
        return TOOLS.stream().anyMatch(lower::contains);
    }
}
