package io.github.limiter.risk;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a caller calls itself. It may lie: who says to be a browser is judged as one. */
enum AgentKind {
    /** Nothing. */
    NONE,
    /** A tool or a library, by the name that it gives itself. */
    TOOL,
    /** An attack in the place of a name. */
    ATTACK,
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
            "zmeu");

    /** No browser for people has a word of these, nor the address of a page about itself. */
    private static final List<String> BOTS = List.of("bot", "crawl", "spider", "http://", "https://");

    /** What looks at sites for their owners, reads news, shows pages in an app or fetches them, and begins as a browser. */
    private static final List<String> OTHERS = List.of(
            "monitor",
            "synthetic",
            "site24x7",
            "pingdom",
            "statuscake",
            "thunderbird/",
            "outlook",
            "microsoft office",
            "feed",
            "rss",
            "electron/",
            "googleweblight",
            "googleimageproxy",
            "(via ",
            "; wv)");

    private static final String COMPATIBLE = "(compatible;";

    private static final List<String> OLD_BROWSERS = List.of("msie ", "trident/");

    private static final AgentMemo<AgentKind> KNOWN = new AgentMemo<>(AgentKind::find);

    /** Whether it does not say that it is a program: it is judged as a browser. */
    boolean isSilent() {
        return this == BROWSER || this == NONE;
    }

    static AgentKind of(@Nullable String agent) {
        return agent == null || agent.isBlank() ? NONE : KNOWN.of(agent);
    }

    /** Whether a name follows the word. */
    private static boolean isNamed(String lower) {
        int at = lower.indexOf(COMPATIBLE);
        int end = at < 0 ? -1 : lower.indexOf(')', at);
        return end > 0 && lower.substring(at + COMPATIBLE.length(), end).chars().anyMatch(Character::isLetter);
    }

    private static AgentKind find(String agent) {
        String lower = agent.toLowerCase(Locale.ROOT);
        if (AttackWords.isIn(lower)) {
            return ATTACK;
        }
        if (TOOLS.stream().anyMatch(lower::contains)) {
            return TOOL;
        }
        // So do programs say what they are like; browsers have not since the Internet Explorer.
        boolean compatible = isNamed(lower) && OLD_BROWSERS.stream().noneMatch(lower::contains);
        return Stream.of("mozilla/", "opera/").anyMatch(lower::startsWith)
                        && !compatible
                        && BOTS.stream().noneMatch(lower::contains)
                        && OTHERS.stream().noneMatch(lower::contains)
                ? BROWSER
                : OTHER;
    }
}
