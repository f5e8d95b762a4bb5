package io.github.limiter.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a text table: columns between bars, named in the first row; {@code #} begins a comment. */
final class PeerTable {

    private PeerTable() {}

    static List<Map<String, String>> read(String resource) {
        List<List<String>> rows = DecisionTable.text(resource)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split("\\|", -1)).stream()
                        .map(String::strip)
                        .toList())
                .toList();
        List<String> columns = rows.get(0);
        return rows.stream().skip(1).map(cells -> row(columns, cells)).toList();
    }

    private static Map<String, String> row(List<String> columns, List<String> cells) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i), cells.get(i));
        }
        return row;
    }
}
