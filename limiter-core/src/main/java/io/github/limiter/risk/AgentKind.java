package io.github.limiter.risk;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a caller calls itself. It may lie: who says to be a browser is judged as one. */
enum AgentKind {
    /** Nothing. */
    NONE,
    /** A tool or a library, by the name that it gives itself, or an attack in the place of a name. */
    TOOL,
    /** A browser that people use. */
    BROWSER,
    /** Anything else: an app, a monitor, a feed reader, a bot that says so. */
    OTHER;

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
            "zmeu",
            "${jndi:",
            "() {");

    /** No browser for people has a word of these, nor the address of a page about itself. */
    private static final List<String> BOTS = List.of("bot", "crawl", "spider", "http://", "https://");

    private static final AgentMemo<AgentKind> KNOWN = new AgentMemo<>(AgentKind::find);

    static AgentKind of(@Nullable String agent) {
        return agent == null || agent.isBlank() ? NONE : KNOWN.of(agent);
    }

    private static AgentKind find(String agent) {
        String lower = agent.toLowerCase(Locale.ROOT);
        if (TOOLS.stream().anyMatch(lower::contains)) {
            return TOOL;
        }
        return Stream.of("mozilla/", "opera/").anyMatch(lower::startsWith)
                        && BOTS.stream().noneMatch(lower::contains)
                ? BROWSER
                : OTHER;
    }
}
