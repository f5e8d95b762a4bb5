package io.github.limiter.store;

import io.github.limiter.policy.Quota;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads a text file of scenarios. {@code = } begins one with its title; {@code algorithm}, {@code start}, {@code key} and
 * {@code quota} lines hold until the next of their kind, and all but {@code algorithm} at most until the next scenario;
 * all other lines are calls, their columns between bars and named in the first line of the file. {@code -} is not stated,
 * {@code 1 x20} are twenty calls of cost 1; {@code #} begins a comment.
 */
final class DecisionTable {

    private static final String DEFAULT_START = "2026-01-01T00:00:00Z";
    private static final String DEFAULT_KEY = "203.0.113.7";

    private final List<Scenario> scenarios = new ArrayList<>();
    private final List<String> columns = new ArrayList<>();
    private String title = "";
    private String algorithm = "";
    private String key = DEFAULT_KEY;
    private long start;
    private Quota quota;
    private List<Scenario.Call> calls = List.of();

    private DecisionTable() {}

    static List<Scenario> read(String resource) {
        DecisionTable table = new DecisionTable();
        int number = 0;
        for (String line : text(resource).lines().toList()) {
            number++;
            String content = line.strip();
            if (!content.isEmpty() && !content.startsWith("#")) {
                try {
                    table.line(number, content);
                } catch (RuntimeException e) {
                    throw new IllegalArgumentException(resource + ":" + number + ": " + line, e);
                }
            }
        }
        table.end();
        return table.scenarios;
    }

    private void line(int number, String line) {
        String[] words = line.split("\\s+", 2);
        switch (words[0]) {
            case "algorithm" -> {
                end();
                algorithm = words[1];
            }
            case "key" -> key = words[1];
            case "start" -> start = micros(words[1]);
            case "quota" -> quota = quota(words[1]);
            case "=" -> begin(words[1]);
            default -> row(number, line);
        }
    }

    private void begin(String title) {
        end();
        start = micros(DEFAULT_START);
        key = DEFAULT_KEY;
        quota = null;
        calls = new ArrayList<>();
        this.title = title;
    }

    private void row(int number, String line) {
        List<String> cells =
                List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
        if (columns.isEmpty()) {
            columns.addAll(cells);
            return;
        }
        Map<String, String> expected = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!cells.get(i).equals("-")) {
                expected.put(columns.get(i), cells.get(i));
            }
        }
        long at = Micros.parse(expected.remove("t"));
        String[] costAndTimes = expected.remove("cost").split(" x");
        Scenario.Call call = new Scenario.Call(number, key, at, quota, Long.parseLong(costAndTimes[0]), expected);
        int times = costAndTimes.length == 1 ? 1 : Integer.parseInt(costAndTimes[1]);
        calls.addAll(Collections.nCopies(times, call));
    }

    private void end() {
        if (!calls.isEmpty()) {
            scenarios.add(new Scenario(title, algorithm, start, List.copyOf(calls)));
            calls = List.of();
        }
    }

    private static long micros(String time) {
        return ChronoUnit.MICROS.between(
                Instant.EPOCH, OffsetDateTime.parse(time).toInstant());
    }

    /** Such as {@code limit 10, window 1s, burst 3}. */
    static Quota quota(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(",\\s*")) {
            String[] nameAndValue = part.split("\\s+");
            parts.put(nameAndValue[0], nameAndValue[1]);
        }
        Quota quota = Quota.of(Long.parseLong(parts.remove("limit")), duration(parts.remove("window")));
        for (Map.Entry<String, String> part : parts.entrySet()) {
            quota = switch (part.getKey()) {
                case "burst" -> quota.withBurst(Long.parseLong(part.getValue()));
                case "max-wait" ->
                    quota.withMaxWait(part.getValue().equals("-1") ? Quota.UNLIMITED_WAIT : duration(part.getValue()));
                case "zone" -> quota.withZone(ZoneId.of(part.getValue()));
                default -> throw new IllegalArgumentException("not a part of a quota: " + part.getKey());
            };
        }
        return quota;
    }

    private static Duration duration(String text) {
        return Duration.of(Micros.parse(text), ChronoUnit.MICROS);
    }

    static String text(String resource) {
        try (InputStream in = DecisionTable.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
