package io.github.limiter.subject;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A text table of cases: columns between bars, named in the first row; lines with {@code #} are
 * comments. In cells, {@code \t} and {@code \0} are characters, {@code ""} is the empty text.
 */
final class CaseTable {

    /** One case; prints as its number and note, so that reports can be read. */
    record Row(Map<String, String> cells) {

        String get(String column) {
            return Objects.requireNonNull(cells.get(column), column);
        }

        @Override
        public String toString() {
            return (get("case") + " " + cells.getOrDefault("note", "")).strip();
        }
    }

    private CaseTable() {}

    static List<Row> read(String name) {
        List<String> columns = List.of();
        List<Row> rows = new ArrayList<>();
        for (String line : text(name).lines().toList()) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] cells = line.split("\\|", -1);
            if (columns.isEmpty()) {
                columns = List.of(cells).stream().map(String::strip).toList();
                continue;
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                row.put(columns.get(i), cell(cells[i]));
            }
            rows.add(new Row(row));
        }
        return rows;
    }

    private static String cell(String raw) {
        String text = raw.strip();
        return text.equals("\"\"") ? "" : text.replace("\\t", "\t").replace("\\0", "\0");
    }

    private static String text(String name) {
        try (InputStream in = CaseTable.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
