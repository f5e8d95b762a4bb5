package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import io.github.limiter.replay.Outcome.RuleCount;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code report.html}: one file, nothing from elsewhere, no script. What came of the log, when, to whom, and why. */
final class ReportHtml {

    private static final int TICKS = 4;

    private final Outcome outcome;
    private final Writer out;

    ReportHtml(Outcome outcome, Writer out) {
        this.outcome = outcome;
        this.out = out;
    }

    void write() throws IOException {
        out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><title>limiter replay</title><style>")
                .append(STYLE)
                .append("</style></head><body><h1>What the rules would have done</h1>");
        summary();
        timeline();
        policies();
        rules();
        new AddressesHtml(outcome, out).write();
        out.append("</body></html>\n");
    }

    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222;background:#fff}
            h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}
            table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #ddd;
            vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
            .tiles{display:flex;flex-wrap:wrap;gap:1rem}.tile{border-left:.4rem solid;padding:.2rem .8rem;min-width:9rem}
            .tile b{display:block;font-size:1.4rem}small{color:#555}svg{width:100%;height:auto}
            .allowed{color:#8aa6c1;fill:#8aa6c1}.limited{color:#e0a100;fill:#e0a100}.challenged{color:#7b5ea7;fill:#7b5ea7}
            .axis{display:flex;justify-content:space-between}.key{margin-right:1rem}
            .blocked{color:#c4551d;fill:#c4551d}.banned{color:#a3122a;fill:#a3122a}
            """;

    private void summary() throws IOException {
        out.append(String.format(
                Locale.ROOT,
                "<p>%,d requests of %,d addresses%s. %,d lines could not be read, %,d are of no request.</p><div class=\"tiles\">",
                outcome.requests(),
                outcome.addresses.size(),
                escaped(outcome.span()),
                outcome.malformed,
                outcome.withoutRequest));
        long all = Math.max(1, outcome.requests());
        for (Fate fate : Fate.values()) {
            out.append(String.format(
                    Locale.ROOT,
                    "<div class=\"tile %s\">%s<b>%,d</b><small>%.2f%% of requests, %,d addresses</small></div>",
                    name(fate),
                    name(fate),
                    outcome.total(fate),
                    100.0 * outcome.total(fate) / all,
                    outcome.addressesWith(fate)));
        }
        out.append("</div>");
        notes();
    }

    private void notes() throws IOException {
        for (String note : outcome.notes) {
            out.append("<p>").append(escaped(note)).append(note.endsWith("?") ? "</p>" : ".</p>");
        }
        out.append(String.format(
                Locale.ROOT,
                "<p>Good bots, by their addresses, sent %,d requests, of which %,d were refused.</p>",
                outcome.ofGoodBots(),
                outcome.refusedOfGoodBots()));
        out.append(String.format(
                Locale.ROOT,
                "<p>Beside it, what everybody thinks of first: <b>%d requests a minute for each address, pictures too</b>,"
                        + " would have refused %,d requests, among them those of %,d addresses that are under no suspicion"
                        + " here, and nothing of %,d that are.</p>",
                NaiveLimit.LIMIT,
                outcome.naive(),
                outcome.naiveAddresses(false, true),
                outcome.naiveAddresses(true, false)));
        if (outcome.shadowed() > 0) {
            out.append(String.format(
                    Locale.ROOT,
                    "<p>Scenes in shadow would have asked, refused or banned at <b>%,d requests of %,d addresses</b>. What"
                            + " follows from that is to be seen with <code>--property"
                            + " limiter.risk.scenes.crawler.mode=enforce</code>.</p>",
                    outcome.shadowed(),
                    outcome.addressesShadowed()));
        }
        if (outcome.late > 0) {
            out.append(String.format(
                    Locale.ROOT,
                    "<p>%,d lines came too late to be played at their time: if these are many, sort the log.</p>",
                    outcome.late));
        }
    }

    static String name(Fate fate) {
        return fate.toString().toLowerCase(Locale.ROOT);
    }

    private void timeline() throws IOException {
        Timeline time = outcome.timeline;
        int used = Math.max(1, time.used());
        long most = 1;
        for (int i = 0; i < used; i++) {
            most = Math.max(most, time.total(i));
        }
        out.append("<h2>When</h2><p>Requests, each column ")
                .append(Long.toString(time.width() / 1_000_000))
                .append(" s; the highest ")
                .append(Long.toString(most))
                .append(".</p><svg viewBox=\"0 0 960 200\" role=\"img\" aria-label=\"requests over time by outcome\">");
        double width = 960.0 / used;
        for (int i = 0; i < used; i++) {
            double base = 200;
            for (Fate fate : List.of(Fate.BANNED, Fate.BLOCKED, Fate.CHALLENGED, Fate.LIMITED, Fate.ALLOWED)) {
                double height = 200.0 * time.count(i, fate) / most;
                if (height > 0) {
                    base -= height;
                    out.append(String.format(
                            Locale.ROOT,
                            "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
                            name(fate),
                            i * width,
                            base,
                            Math.max(0.5, width - 0.5),
                            height));
                }
            }
        }
        out.append("</svg><div class=\"axis\">");
        for (int i = 0; i <= TICKS; i++) {
            out.append("<small>")
                    .append(escaped(ResultJson.time(time.start() + time.width() * used * i / TICKS)))
                    .append("</small>");
        }
        out.append("</div><p>");
        for (Fate fate : Fate.values()) {
            out.append("<small class=\"key ")
                    .append(name(fate))
                    .append("\">\u25a0 ")
                    .append(name(fate))
                    .append("</small> ");
        }
        out.append("</p>");
    }

    private void policies() throws IOException {
        out.append(
                        "<h2>What if</h2><p>Share of each policy's requests that it would refuse with another limit, and a limit")
                .append(
                        " that spares 999 of 1,000 callers who are under no suspicion, with half as much again in hand. Below each"
                                + " share, that of the requests of those alone who are under no suspicion.</p>")
                .append("<table><tr><th>policy<th>limit<th class=\"n\">½ ×<th class=\"n\">1 ×<th class=\"n\">2 ×")
                .append("<th class=\"n\">4 ×<th class=\"n\">suggested</tr>");
        for (PolicyTally policy : outcome.policies.values()) {
            out.append("<tr><td>")
                    .append(escaped(policy.policy().name()))
                    .append("<td>")
                    .append(escaped(
                            policy.policy().quota() + " by " + policy.policy().dimension()));
            for (int i = 0; i < PolicyTally.FACTORS.length; i++) {
                double percent = 100 * policy.share(i);
                out.append(String.format(
                        Locale.ROOT,
                        "<td class=\"n\">%.2f%%<svg viewBox=\"0 0 100 6\"><rect class=\"limited\" width=\"%.1f\""
                                + " height=\"6\"/></svg><small>%.2f%%</small>",
                        percent,
                        percent,
                        100 * policy.shareOfUnsuspicious(i)));
            }
            out.append("<td class=\"n\">")
                    .append(policy.suggested() == 0 ? "" : Long.toString(policy.suggested()))
                    .append("</tr>");
        }
        out.append("</table>");
    }

    private void rules() throws IOException {
        if (outcome.rules.isEmpty() && outcome.signals().isEmpty()) {
            return;
        }
        out.append("<h2>By what</h2><table><tr><th>rule<th class=\"n\">requests<th class=\"n\">first refusal of</tr>");
        for (Map.Entry<String, RuleCount> rule : outcome.rules.entrySet()) {
            out.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s<td class=\"n\">%,d<td class=\"n\">%,d addresses</tr>",
                    escaped(rule.getKey()),
                    rule.getValue().requests,
                    rule.getValue().addresses));
        }
        for (Map.Entry<String, Integer> signal : outcome.signals().entrySet()) {
            out.append(String.format(
                    Locale.ROOT,
                    "<tr><td><small>signal</small> %s<td><td class=\"n\">against %,d addresses</tr>",
                    escaped(signal.getKey()),
                    signal.getValue()));
        }
        out.append("</table>");
    }

    /** Logs are written by strangers. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
