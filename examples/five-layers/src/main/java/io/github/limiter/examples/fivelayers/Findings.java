package io.github.limiter.examples.fivelayers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run has found: what was measured, and whether that is what it should be. */
final class Findings {

    private record Figure(String what, String measured, boolean holds) {}

    private final List<String> tables = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();

    /** Text to read before the figures. */
    void table(String text) {
        tables.add(text);
    }

    /** A figure that must hold. */
    void figure(String what, boolean holds, String measured, Object... arguments) {
        figures.add(new Figure(what, String.format(Locale.ROOT, measured, arguments), holds));
    }

    boolean hold() {
        return !figures.isEmpty() && figures.stream().allMatch(Figure::holds);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        tables.forEach(table -> text.append(table).append('\n'));
        for (Figure figure : figures) {
            text.append(String.format(
                    Locale.ROOT, "%-5s %-66s %s%n", figure.holds() ? "yes" : "NO", figure.what(), figure.measured()));
        }
        return text.toString();
    }
}
