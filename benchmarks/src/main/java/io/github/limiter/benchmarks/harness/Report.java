package io.github.limiter.benchmarks.harness;

import java.util.ArrayList;
import java.util.List;

/** What a run found out, section by section. */
public final class Report {

    private final List<String> machine = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Empty. */
    public Report() {}

    /**
     * Adds a line about what it ran on.
     *
     * @param line name and value
     */
    public void machine(String line) {
        machine.add(line);
    }

    /**
     * Adds a figure that is wanted.
     *
     * @param figure the figure
     */
    public void figure(Figure figure) {
        figures.add(figure);
    }

    /**
     * Adds measurements.
     *
     * @param table the table
     */
    public void table(Table table) {
        tables.add(table);
    }

    /**
     * Adds what a reader must know to read the numbers.
     *
     * @param note a sentence
     */
    public void note(String note) {
        notes.add(note);
    }

    /**
     * The whole report.
     *
     * @return Markdown
     */
    public String markdown() {
        StringBuilder text = new StringBuilder("# Benchmark results\n\n");
        machine.forEach(line -> text.append("- ").append(line).append('\n'));
        text.append('\n').append(figuresTable().markdown());
        tables.forEach(table -> text.append('\n').append(table.markdown()));
        if (!notes.isEmpty()) {
            text.append("\n### Notes\n\n");
            notes.forEach(note -> text.append("- ").append(note).append('\n'));
        }
        return text.toString();
    }

    private Table figuresTable() {
        Table table = new Table("Figures", "figure", "wanted", "measured (spread of the rounds)", "met");
        figures.forEach(
                figure -> table.row(figure.subject(), figure.wanted(), figure.measured(), figure.met() ? "yes" : "NO"));
        return table;
    }
}
