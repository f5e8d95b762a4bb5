package io.github.limiter.risk.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who was stopped after how many requests, for people to read and tests to check. */
public final class Tally {

    private final Map<String, Line> lines = new TreeMap<>();

    /** What is known of one visitor or of many that act as one. */
    public static final class Line {

        private long requests;
        private long refused;
        private long untilStopped = -1;
        private String why = "";

        /** Requests that were admitted before the first that was not; −1 if all were. */
        public long untilStopped() {
            return untilStopped;
        }

        /** Requests that were not admitted. */
        public long refused() {
            return refused;
        }

        /** What the first refusal said. */
        public String why() {
            return why;
        }
    }

    /** Notes what became of a visit. */
    public void add(Visit visit, boolean admitted, String why) {
        Line line = lines.computeIfAbsent(visit.who(), who -> new Line());
        if (!admitted) {
            line.refused++;
            if (line.untilStopped < 0) {
                line.untilStopped = line.requests;
                line.why = why;
            }
        }
        line.requests++;
    }

    /** What is known of somebody. */
    public Line of(String who) {
        return lines.getOrDefault(who, new Line());
    }

    /** All whose names begin so and who were refused something. */
    public List<String> refused(String... prefixes) {
        List<String> refused = new ArrayList<>();
        lines.forEach((who, line) -> {
            for (String prefix : prefixes) {
                if (who.startsWith(prefix) && line.refused > 0) {
                    refused.add(who + ": " + line.why);
                }
            }
        });
        return refused;
    }

    /** A table of those that are not people, and a line about these. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                String.format("%n%-28s %9s %9s %9s  %s%n", "attacker", "requests", "until", "refused", "why"));
        long people = 0;
        long stopped = 0;
        for (Map.Entry<String, Line> entry : lines.entrySet()) {
            Line line = entry.getValue();
            if (entry.getKey().startsWith("person-") || entry.getKey().startsWith("colleague-")) {
                people++;
                stopped += line.refused > 0 ? 1 : 0;
            } else {
                text.append(String.format(
                        "%-28s %9d %9s %9d  %s%n",
                        entry.getKey(),
                        line.requests,
                        line.untilStopped < 0 ? "never" : line.untilStopped,
                        line.refused,
                        line.why));
            }
        }
        return text.append(String.format("people: %d, of whom %d were asked or refused%n", people, stopped))
                .toString();
    }
}
