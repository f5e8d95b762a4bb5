package io.github.limiter.replay;

import io.github.limiter.risk.Finding;
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
