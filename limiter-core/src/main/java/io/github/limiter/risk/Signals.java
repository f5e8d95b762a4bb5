package io.github.limiter.risk;

/**
 * Names of the built-in signals. The set is open: the name of any {@link RiskSignal} may stand in their place. Each is
 * O(1), or a set of bounded size; the defaults of thresholds are those of the {@linkplain BuiltInScenes built-in scenes}.
 *
 * <p><b>Pages</b> are requests that are not {@linkplain io.github.limiter.path.AssetPaths assets}.
 */
public final class Signals {

    /**
     * In the place of a {@linkplain io.github.limiter.annotation.Dimensions dimension}: what it is about, whoever does it, such
     * as the name that is tried. Shared by all who do it, so it asks for a CAPTCHA and no more: nobody locks others out.
     */
    public static final String KEY = "key";

    /**
     * Pages, or calls, within the window: the count of this window, and that of the one before weighted by what of it is
     * still within. Three numbers. Default: 100 in 5 minutes, the lowest that a rate-based rule of AWS WAF could be set
     * to before 2024; below the article's 60 a minute.
     */
    public static final String VELOCITY = "velocity";

    /**
     * Different things: keys, or, without a key, paths of pages. A set. Default: 60 in 10 minutes, the article's count for
     * one address, over a time in which a person reads a fraction of that; and 240 in an hour, one each quarter of a minute
     * without a pause.
     */
    public static final String ITEMS = "items";

    /**
     * Different things of calls that failed: names with a wrong password, cards that were declined. A set. Default: 25 in 10
     * minutes at a log-in, what an office of a hundred and fifty mistypes who come at once. Successes in between do not hide
     * them,
     * as they do {@link #FAILURES}.
     */
    public static final String FAILED_ITEMS = "failed-items";

    /**
     * Different accounts: users who are logged in. A set. Default: more than a household has, 5 (CrowdSec
     * {@code http-generic-bf}: capacity 5).
     */
    public static final String ACCOUNTS = "accounts";

    /** Different addresses. A set. Default: 5 of one user in an hour; two more than a pass may move between. */
    public static final String ADDRESSES = "addresses";

    /**
     * Different addresses of calls that failed. A set. Default: 5 at one name in an hour, each with a wrong password; its owner
     * mistypes at home, at work and on the way (OWASP OAT-007, credential cracking, spread over addresses; as many as
     * CrowdSec {@code http-generic-bf} lets fail).
     */
    public static final String FAILED_ADDRESSES = "failed-addresses";

    /**
     * Share of calls that brought an agent not seen within the window, per mille, from 60 calls on. A set and three
     * numbers. Default: 500, so that thirty agents are the fewest. OWASP Automated Threats, OAT-011 (scraping): identities that
     * rotate. Phones of one carrier are many agents, too, so that it counts less than an office may still have.
     */
    public static final String AGENTS = "agents";

    /**
     * Share of intervals that fit a beat, per mille: a moving average over about fifteen, missed beats allowed. Four
     * numbers. Default: 800. "Uniform rates" are what gave the article's crawler away; RITA scores beacons by the
     * dispersion of their intervals too.
     */
    public static final String REGULAR = "regular";

    /**
     * Share of ids of one route that follow the one before within a step, in one direction, per mille: a moving average
     * over about fifteen. A page to which a link led from one that is as near, by its referrer, says nothing: so people read.
     * Six numbers. Default: 800; and 950, which takes 23 in a row. The step is 10 for one address, 25 for a network, whose
     * members share
     * a list. OWASP Automated Threats, OAT-011 (scraping).
     */
    public static final String SEQUENCE = "sequence";

    /**
     * Share of calls other than HEAD that failed, per mille, from some attempts on: 10 where the threshold is 500 or more, else
     * 20. Five numbers. Default: 500 of 10 attempts in an hour at a log-in (CrowdSec {@code ssh-slow-bf}: capacity 10, one a
     * minute; as many attempts as the ban of failed log-ins; of leaked passwords
     * less than one in fifty fits, as OWASP says of OAT-008, while people mistype one in six), 300 of 20 pages (the share
     * of 4xx is a feature of robots in Tan and Kumar, Discovery of Web Robot Sessions Based on their Navigational
     * Patterns, 2002).
     */
    public static final String FAILURES = "failures";

    /**
     * Different paths, not of assets, that were not there or not to be had (400, 403, 404, 405, 410). A set. Default: 10
     * in 1 minute: the article's rule against probing, CrowdSec {@code http-probing} (capacity 10); and 60 in 10 minutes,
     * one in
     * ten seconds (its leakspeed).
     */
    public static final String PROBING = "probing";

    /**
     * Different things that only a scanner asks for: repositories and secrets, whatever the answer, twice if they are not
     * there;
     * attacks in the query or in the place of the agent, so too; and, where they are not, well-known holes and kinds of backups
     * and consoles. Of what no site links to each request counts, whatever it says of a link; the rest counts once, and not
     * if a link led there. A set. Default: 1 in 10 minutes, and each further one adds as much (CrowdSec
     * {@code http-sensitive-files}, {@code http-admin-interface-probing}, {@code http-path-traversal-probing}; OWASP CRS 930,
     * 932, 933, 941, 942, 944).
     */
    public static final String SUSPICIOUS_PATH = "suspicious-path";

    /**
     * Milliseconds that are left of the window since a honeypot was asked for. One number. Default: any, within 30 minutes
     * (the article's ban of who probes).
     */
    public static final String HONEYPOT = "honeypot";

    /**
     * What is missing or odd in the headers: no agent, the agent of a tool, a browser that names no language. No state.
     * Default: 1. CrowdSec {@code http-bad-user-agent}; OWASP CRS 913100 (scanners), 920320 (no User-Agent).
     */
    public static final String HEADERS = "headers";

    /**
     * Whether a search engine's crawler is claimed and the address is not its own: 0 or 1. No state. Default: 1. The
     * engines publish their ranges for this: Google, Verifying Googlebot; Bing, Verify Bingbot.
     */
    public static final String FALSE_BOT = "false-bot";

    /**
     * Pages in a row without an asset; an asset that is there halves the row, or takes 4 off it if it has no referrer, unless
     * it is the one before it again, which a browser keeps; and the same page again from a page, as one that looks for news
     * by a timer asks for it, is not one more. Only who says to be a browser, or nothing, is looked at, and only what a
     * browser may show: GET, no feeds, no packed files. What a browser says to fetch in the background
     * ({@link RequestFacts#navigation()}),
     * and HEAD, belongs to a page, and counts, each thing but once, only if no page and no asset was seen before it.
     * Five numbers. Default: 20 with no pause of 10 minutes, half of what CrowdSec {@code http-crawl-non_statics}
     * lets pass (capacity 40), since it asks for nothing alone; and 150, which nobody reads without a new picture. A browser
     * loads what a page shows; the share of pictures is a feature of robots in Tan
     * and Kumar (2002). Turn it off where assets come from another host.
     */
    public static final String NO_ASSETS = "no-assets";

    /**
     * Pages in a row without a referrer; a request with one halves the row, and an asset without one, which belongs to a page,
     * takes 4 off it: its site, or the browser, tells nobody where one comes from. Only who says to be a browser, or
     * nothing, is
     * looked at, and only GET, no feeds; HEAD as above. Five numbers. Default: 28 with no pause of 10 minutes, so that with the
     * signal above it asks from 41 on (CrowdSec {@code http-crawl-non_statics}: capacity 40). The share of requests without
     * one is a feature of robots in
     * Tan and Kumar (2002). Turn it off where pages say {@code Referrer-Policy: no-referrer}.
     */
    public static final String NO_REFERRER = "no-referrer";

    /**
     * Milliseconds from the step {@link RiskEvent#BEGIN} to the step that counts; fires <em>below</em> the threshold. One
     * number. Default: 1,000: nobody reads and fills a form within a second (forms with a time trap ask for two or more).
     */
    public static final String FAST_FLOW = "fast-flow";

    private Signals() {}
}
