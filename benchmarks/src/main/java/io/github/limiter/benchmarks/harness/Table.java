package io.github.limiter.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Markdown table whose columns are aligned, so that a terminal shows it as well. */
public final class Table {

    private final String title;
    private final List<List<String>> lines = new ArrayList<>();

    /**
     * A table without rows.
     *
     * @param title stands above it
     * @param headers of the columns
     */
    public Table(String title, String... headers) {
        this.title = title;
        lines.add(List.of(headers));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns
     */
    public void row(String... cells) {
        row(List.of(cells));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are columns
     */
    public void row(List<String> cells) {
        if (cells.size() != lines.get(0).size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells in a table of " + lines.get(0));
        }
        lines.add(List.copyOf(cells));
    }

    /**
     * The table as text.
     *
     * @return Markdown
     */
    public String markdown() {
        List<Integer> widths = IntStream.range(0, lines.get(0).size())
                .mapToObj(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        List<String> rule = widths.stream().map("-"::repeat).toList();
        List<List<String>> all = new ArrayList<>(lines);
        all.add(1, rule);
        return "### " + title + "\n\n"
                + all.stream().map(line -> padded(line, widths)).collect(Collectors.joining("\n")) + "\n";
    }

    private static String padded(List<String> line, List<Integer> widths) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < line.size(); column++) {
            String cell = line.get(column);
            cells.add(cell + String.join("", Collections.nCopies(widths.get(column) - cell.length(), " ")));
        }
        return "| " + String.join(" | ", cells) + " |";
    }
}
