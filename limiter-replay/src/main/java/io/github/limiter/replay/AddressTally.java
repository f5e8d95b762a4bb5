package io.github.limiter.replay;

import io.github.limiter.path.RequestPath;
import io.github.limiter.risk.Finding;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.subject.ClientAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of one address. */
final class AddressTally {

    /** What became of a request. */
    enum Fate {
        ALLOWED,
        LIMITED,
        CHALLENGED,
        BLOCKED,
        BANNED
    }

    /** Of texts of strangers. */
    private static final int SHOWN = 120;

    private static final int FEW = 20;

    final ClientAddress client;
    private final long first;
    private final int[] fates = new int[Fate.values().length];
    private int requests;
    private int shadowed;
    private final NaiveLimit naive = new NaiveLimit();
    private boolean goodBot;
    private int refusedAfter = -1;
    private long refusedAt;
    private @Nullable String refusedBy;
    private String struckBy = "";
    private @Nullable String explanation;
    private List<Finding> findings = List.of();
    private int score;
    private int assets;

    /** The hash of its only browser, which nearly all addresses have; 0 for none. */
    private int onlyBrowser;

    private @Nullable ManyPeople people;
    private boolean spared;
    private String agent = "";
    private String refusedPath = "";

    AddressTally(ClientAddress client, long first) {
        this.client = client;
        this.first = first;
    }

    void add(Fate fate, long micros, String rule) {
        if (fate != Fate.ALLOWED && refusedAfter < 0) {
            refusedAfter = requests;
            refusedAt = micros;
            refusedBy = rule;
        }
        requests++;
        naive.add(micros);
        fates[fate.ordinal()]++;
    }

    /** Keeps the worst that risk control said. */
    void suspect(List<Finding> found, int reached, String why, boolean enforced) {
        if (!enforced) {
            shadowed++;
        }
        if (reached >= score) {
            score = reached;
            findings = found;
            explanation = why;
        }
    }

    /** Something that pages need was asked for. */
    void asset(LogLine line, RequestPath path) {
        assets++;
        String agent = line.agent();
        // Most addresses are not worth it.
        if (requests <= FEW || agent == null || line.referrer() == null || line.status() >= 400) {
            return;
        }
        if (people == null) {
            if (agent.hashCode() == onlyBrowser || !RequestFacts.isOfBrowser(agent)) {
                return;
            }
            if (onlyBrowser == 0) {
                onlyBrowser = agent.hashCode();
                return;
            }
            people = new ManyPeople();
        }
        if (RequestFacts.isOfBrowser(agent)) {
            people.loaded(agent, path.text());
        }
    }

    /** Requests for what pages need. */
    int assets() {
        return assets;
    }

    /** Whether many people are behind it, as far as the log tells. */
    boolean isShared() {
        return people != null && people.isCertain();
    }

    /** A limit refused it something, and that was no strike, since it is shared. */
    void spare() {
        spared = true;
    }

    boolean isSpared() {
        return spared;
    }

    /** What it called itself when it was refused something first, and what it was refused last. */
    void describe(@Nullable String called, String path) {
        if (agent.isEmpty()) {
            agent = called == null ? "-" : shown(called);
        }
        refusedPath = shown(path);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN - 1) + '\u2026';
    }

    /** Empty if it was not refused anything. */
    String agent() {
        return agent;
    }

    String refusedPath() {
        return refusedPath;
    }

    void struckBy(String rule) {
        struckBy = rule;
    }

    /** The rule that banned or challenged it last. */
    String struckBy() {
        return struckBy;
    }

    void goodBot(boolean verified) {
        goodBot = verified;
    }

    int count(Fate fate) {
        return fates[fate.ordinal()];
    }

    int requests() {
        return requests;
    }

    /** Requests that were not let through. */
    int refused() {
        return requests - count(Fate.ALLOWED);
    }

    /** Requests that the limit would have refused that everybody thinks of first. */
    int naive() {
        return naive.refused();
    }

    /** Requests about which a scene in shadow would have done something. */
    int shadowed() {
        return shadowed;
    }

    boolean goodBot() {
        return goodBot;
    }

    boolean isRefused() {
        return refusedAfter >= 0;
    }

    int refusedAfter() {
        return refusedAfter;
    }

    double refusedAfterSeconds() {
        return (refusedAt - first) / 1e6;
    }

    String refusedBy() {
        return refusedBy == null ? "" : refusedBy;
    }

    String explanation() {
        return explanation == null ? "" : explanation;
    }

    int score() {
        return score;
    }

    List<String> signals() {
        List<String> names = new ArrayList<>();
        for (Finding finding : findings) {
            if (!names.contains(finding.rule().name())) {
                names.add(finding.rule().name());
            }
        }
        return names;
    }

    /** Caught by something else than a limit, or banned. */
    boolean isSuspicious() {
        return count(Fate.CHALLENGED) + count(Fate.BLOCKED) + count(Fate.BANNED) + shadowed > 0;
    }
}
