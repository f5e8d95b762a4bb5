package io.github.limiter.replay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * What the command line says.
 *
 * @param logs files to play as one
 * @param config properties of the application; null for the default rules
 * @param overrides properties that beat it
 * @param report where the report goes; null for nowhere
 * @param json where the result goes; null for nowhere
 * @param format {@code auto}, {@code combined} or {@code json}
 * @param columns where lines have what formats do not agree on
 * @param windowMicros within which lines are sorted
 * @param maxAddresses of which a record is kept
 * @param quiet whether there is no progress
 */
record Options(
        List<Path> logs,
        @Nullable Path config,
        Map<String, String> overrides,
        @Nullable Path report,
        @Nullable Path json,
        String format,
        Columns columns,
        long windowMicros,
        int maxAddresses,
        boolean quiet) {

    static final String USAGE = """
            Plays an access log through limiter's rules, in the log's own time, and says who would have been limited,
            challenged, blocked or banned, when and why.

              java -jar limiter-replay.jar --log access.log [--config application.properties]
                                           [--report report.html] [--json result.json]

              --log FILE             nginx or Apache combined, or JSON lines; gzip too; - reads standard input;
                                     several are played as one, by their times
              --config FILE          the application's properties (or YAML); without it 60 requests a minute for each
                                     address, assets left out, and the default bans
              --property NAME=VALUE  a property that beats the file's, such as limiter.risk.scenes.crawler.mode=enforce
              --report FILE          the report to look at
              --json FILE            the result to work with
              --format NAME          auto (line by line), combined or json
              --address COLUMN       where the address is: a number from 1, or a name in JSON
              --forwarded COLUMN     where X-Forwarded-For is; believed from limiter.client-ip.trusted-proxies
              --user COLUMN          where the user is
              --window DURATION      lines are sorted within it, by default 5s
              --max-addresses N      addresses of which a record is kept, by default as many as the
                                     memory bears (java -Xmx…), at most 1000000
              --quiet                no progress

            What properties put into shadow is played as if it were enforced; what --property puts there is not.
            Beans of the application's own are not there: signals, dimensions and algorithms that are not known are left out.
            JSON members, by default: remote_addr, client.ip, ip … (address); time_iso8601, @timestamp, time … (time);
            request, or request_method and request_uri, url.original …; status, http.response.status_code …;
            http_user_agent, user_agent.original …; http_referer, http.request.referrer …; remote_user, user.name …
            Ends with 0 if the log was played, 1 if it could not be read, 2 if options or properties are wrong.
            """;

    /** Spring tells by the name how properties are written. */
    private static final Pattern CONFIG = Pattern.compile(".*\\.(properties|ya?ml|xml)");

    /** Says what is wrong, for people. */
    static final class WrongOptions extends RuntimeException {

        private static final long serialVersionUID = 1L;

        WrongOptions(String message) {
            super(message);
        }
    }

    static Options parse(String... arguments) {
        Map<String, List<String>> given = new HashMap<>();
        Deque<String> left = new ArrayDeque<>(List.of(arguments));
        while (!left.isEmpty()) {
            String name = left.pop();
            if (name.equals("--quiet")) {
                given.put(name, List.of());
            } else if (!USAGE.contains(" " + name + " ") || !name.startsWith("--")) {
                throw new WrongOptions(name + " is no option");
            } else if (left.isEmpty()) {
                throw new WrongOptions(name + " needs a value");
            } else {
                given.computeIfAbsent(name, option -> new ArrayList<>()).add(left.pop());
            }
        }
        Columns columns = new Columns(last(given, "--address"), last(given, "--forwarded"), last(given, "--user"));
        String format = last(given, "--format") == null ? "auto" : String.valueOf(last(given, "--format"));
        if (!List.of("auto", "combined", "json").contains(format)) {
            throw new WrongOptions("--format is auto, combined or json, not " + format);
        }
        return new Options(
                logs(given.getOrDefault("--log", List.of())),
                config(last(given, "--config")),
                overrides(given.getOrDefault("--property", List.of())),
                output("--report", last(given, "--report")),
                output("--json", last(given, "--json")),
                format,
                columns,
                window(last(given, "--window")),
                addresses(last(given, "--max-addresses")),
                given.containsKey("--quiet"));
    }

    private static @Nullable String last(Map<String, List<String>> given, String name) {
        List<String> values = given.get(name);
        return values == null ? null : values.get(values.size() - 1);
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null ? null : Path.of(text);
    }

    /** Of a file that can be written: whoever has waited for a log to be played wants to see what came of it. */
    private static @Nullable Path output(String option, @Nullable String text) {
        Path file = path(text);
        if (file == null) {
            return null;
        }
        Path directory = file.toAbsolutePath().getParent();
        String wrong = Files.isDirectory(file)
                ? "is a directory"
                : Files.exists(file)
                        ? Files.isWritable(file) ? "" : "may not be written"
                        : directory == null || !Files.isDirectory(directory)
                                ? "cannot be written: there is no directory " + directory
                                : Files.isWritable(directory) ? "" : "may not be written: nothing may in " + directory;
        if (!wrong.isEmpty()) {
            throw new WrongOptions(option + ": " + file + ' ' + wrong);
        }
        return file;
    }

    private static List<Path> logs(List<String> texts) {
        if (texts.isEmpty()) {
            throw new WrongOptions("--log is missing");
        }
        List<Path> logs = texts.stream().map(Path::of).toList();
        for (Path log : logs) {
            if (!log.toString().equals("-") && !Files.isReadable(log)) {
                throw new WrongOptions("--log: " + log + " cannot be read");
            }
        }
        return logs;
    }

    private static @Nullable Path config(@Nullable String text) {
        Path config = path(text);
        if (config != null && !Files.isReadable(config)) {
            throw new WrongOptions("--config: " + config + " cannot be read");
        }
        if (config != null && !CONFIG.matcher(config.toString()).matches()) {
            throw new WrongOptions("--config: the name of " + config + " must end with .properties, .yaml or .yml");
        }
        return config == null ? null : config.toAbsolutePath();
    }

    private static Map<String, String> overrides(List<String> texts) {
        Map<String, String> overrides = new HashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new WrongOptions("--property is NAME=VALUE, not " + text);
            }
            overrides.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return overrides;
    }

    private static long window(@Nullable String text) {
        try {
            return text == null ? 5_000_000 : DurationStyle.detectAndParse(text).toNanos() / 1_000;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new WrongOptions("--window is a duration such as 5s, not " + text);
        }
    }

    private static int addresses(@Nullable String text) {
        try {
            int most = text == null ? HeapShare.ofThisJvm().addresses() : Integer.parseInt(text);
            if (most >= 1) {
                return most;
            }
        } catch (NumberFormatException e) {
            throw new WrongOptions("--max-addresses is a number, not " + text);
        }
        throw new WrongOptions("--max-addresses is at least 1");
    }

    LineFormat newFormat() {
        return switch (format) {
            case "json" -> new JsonFormat(columns);
            case "combined" -> {
                if (!columns.areNumbers()) {
                    throw new WrongOptions("columns of the combined format are numbers from 1: " + columns);
                }
                yield new CombinedFormat(columns);
            }
            default -> new AutoFormat(columns);
        };
    }
}
