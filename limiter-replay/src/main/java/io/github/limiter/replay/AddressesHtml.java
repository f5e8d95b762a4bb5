package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The part of the report about addresses: who was refused what, and whom the limit that everybody thinks of would hurt. */
final class AddressesHtml {

    private static final int SHOWN = 200;
    private static final int HURT = 20;
    private static final List<Fate> REFUSED = List.of(Fate.BANNED, Fate.BLOCKED, Fate.CHALLENGED, Fate.LIMITED);

    private final Outcome outcome;
    private final Writer out;

    AddressesHtml(Outcome outcome, Writer out) {
        this.outcome = outcome;
        this.out = out;
    }

    void write() throws IOException {
        refused();
        hurt();
    }

    private List<Map.Entry<String, AddressTally>> those(Predicate<AddressTally> which, Comparator<AddressTally> order) {
        return outcome.addresses.entrySet().stream()
                .filter(entry -> which.test(entry.getValue()))
                .sorted(Map.Entry.comparingByValue(order))
                .toList();
    }

    private void refused() throws IOException {
        List<Map.Entry<String, AddressTally>> refused = those(
                tally -> tally.isRefused() || tally.isSuspicious(),
                Comparator.comparingInt(AddressTally::refused).reversed());
        out.append("<h2>Who, and why</h2><p>")
                .append(Integer.toString(refused.size()))
                .append(" addresses were refused something, or would be by a scene in shadow")
                .append(refused.size() > SHOWN ? "; the first " + SHOWN : "")
                .append(".</p><table><tr><th>address<th class=\"n\">requests");
        for (Fate fate : REFUSED) {
            String name = ReportHtml.name(fate);
            out.append("<th class=\"n ").append(name).append("\">").append(name);
        }
        out.append("<th>first refused<th>why</tr>");
        for (Map.Entry<String, AddressTally> entry : refused.subList(0, Math.min(SHOWN, refused.size()))) {
            address(entry.getKey(), entry.getValue());
        }
        out.append("</table>");
    }

    private void address(String address, AddressTally tally) throws IOException {
        out.append("<tr><td>")
                .append(ReportHtml.escaped(address))
                .append(tally.goodBot() ? " <small>good bot</small>" : "")
                .append(tally.isShared() ? " <small>many people</small>" : "")
                .append("<br><small>")
                .append(ReportHtml.escaped(tally.agent()))
                .append("</small>");
        out.append(String.format(
                Locale.ROOT, "<td class=\"n\">%,d<br><small>%,d assets</small>", tally.requests(), tally.assets()));
        for (Fate fate : REFUSED) {
            out.append(String.format(Locale.ROOT, "<td class=\"n\">%,d", tally.count(fate)));
        }
        out.append("<td>");
        if (tally.isRefused()) {
            out.append(String.format(
                    Locale.ROOT,
                    "after %,d requests, %,.0f s, by %s",
                    tally.refusedAfter(),
                    tally.refusedAfterSeconds(),
                    ReportHtml.escaped(tally.refusedBy())));
        }
        out.append("<td><small>").append(ReportHtml.escaped(tally.explanation()));
        if (!tally.refusedPath().isEmpty()) {
            out.append("<br>last: ").append(ReportHtml.escaped(tally.refusedPath()));
        }
        out.append("</small></tr>\n");
    }

    private void hurt() throws IOException {
        List<Map.Entry<String, AddressTally>> hurt = those(
                tally -> !tally.isSuspicious() && tally.naive() > 0,
                Comparator.comparingInt(AddressTally::naive).reversed());
        if (hurt.isEmpty()) {
            return;
        }
        out.append(String.format(
                Locale.ROOT,
                "<h2>Whom %d a minute over everything would hurt</h2><table><tr><th>address<th class=\"n\">requests"
                        + "<th class=\"n\">of these refused</tr>",
                NaiveLimit.LIMIT));
        for (Map.Entry<String, AddressTally> entry : hurt.subList(0, Math.min(HURT, hurt.size()))) {
            out.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s%s<td class=\"n\">%,d<td class=\"n\">%,d</tr>",
                    ReportHtml.escaped(entry.getKey()),
                    entry.getValue().goodBot() ? " <small>good bot</small>" : "",
                    entry.getValue().requests(),
                    entry.getValue().naive()));
        }
        out.append("</table>");
    }
}
