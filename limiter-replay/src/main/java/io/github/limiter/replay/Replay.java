package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import io.github.limiter.replay.Options.WrongOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The program: {@code java -jar limiter-replay.jar --log access.log}. */
public final class Replay {

    private static final int WRONG_USE = 2;
    private static final int FAILED = 1;

    private Replay() {}

    /**
     * Runs it, and ends the JVM: 0 if the log was played, 1 if it could not be read, 2 if options or properties are wrong.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(run(System.out, System.err, arguments));
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        if (arguments.length == 0 || arguments[0].equals("--help")) {
            out.print(Options.USAGE);
            return arguments.length == 0 ? WRONG_USE : 0;
        }
        try {
            Options options = Options.parse(arguments);
            Outcome outcome = play(options, err);
            if (outcome.lines == outcome.malformed && outcome.malformed > 0) {
                err.println("None of " + outcome.malformed + " lines could be read. The first was:\n  "
                        + outcome.firstMalformed + "\nName its --format, or say where it has the --address.");
                return FAILED;
            }
            if (outcome.late > outcome.lines / 2) {
                err.println(
                        "Most lines, " + outcome.late + " of " + outcome.lines + ", are out of order, so nothing that"
                                + " could be said of them would be right. Sort the log by time, or raise --window.");
                return FAILED;
            }
            write(options.json(), writer -> ResultJson.write(outcome, writer));
            write(options.report(), writer -> new ReportHtml(outcome, writer).write());
            out.print(summary(outcome));
            return 0;
        } catch (WrongOptions e) {
            String message = String.valueOf(e.getMessage());
            err.println(message.endsWith(".") ? message : message + ". See --help.");
            return WRONG_USE;
        } catch (IOException e) {
            err.println("Cannot read or write: " + e);
            return FAILED;
        } catch (OutOfMemoryError e) {
            // What was kept is garbage by now.
            err.printf(
                    Locale.ROOT,
                    "More than fits in %d MB: give it more (java -Xmx1g -jar …), or less to keep (--max-addresses).%n",
                    Runtime.getRuntime().maxMemory() >> 20);
            return FAILED;
        }
    }

    static Outcome play(Options options, PrintStream err) throws IOException {
        ReplayClock clock = new ReplayClock();
        Outcome outcome = new Outcome();
        Progress progress = new Progress(options.logs(), !options.quiet(), err);
        try (ReplayRules rules = ReplayRules.read(options.config(), options.overrides(), clock);
                LogMerge logs = new LogMerge(options, outcome, progress::read)) {
            outcome.notes.addAll(0, rules.notes);
            if (options.columns().forwarded() != null && !rules.trustsProxies) {
                outcome.notes.add("--forwarded says nothing, since no peer is believed: name your proxies in"
                        + " limiter.client-ip.trusted-proxies");
            }
            Player player = new Player(rules, clock, outcome, options.maxAddresses());
            LineSorter sorter = new LineSorter(options.windowMicros(), player::play);
            for (LogLine line = logs.next(); line != null; line = logs.next()) {
                sorter.add(line);
            }
            sorter.end();
            outcome.late = sorter.late();
            outcome.lines += outcome.malformed + outcome.withoutRequest;
            outcome.end(options.maxAddresses());
        } finally {
            progress.end();
        }
        return outcome;
    }

    private interface Output {
        void to(Writer writer) throws IOException;
    }

    private static void write(@Nullable Path file, Output output) throws IOException {
        if (file != null) {
            try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                output.to(writer);
            }
        }
    }

    private static String summary(Outcome outcome) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d lines (%,d malformed, %,d without a request, %,d late), %,d requests of %,d addresses%s%n",
                outcome.lines,
                outcome.malformed,
                outcome.withoutRequest,
                outcome.late,
                outcome.requests(),
                outcome.addresses.size(),
                outcome.span()));
        for (Fate fate : Fate.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-10s %,12d requests of %,9d addresses%n",
                    fate.toString().toLowerCase(Locale.ROOT),
                    outcome.total(fate),
                    outcome.addressesWith(fate)));
        }
        text.append(String.format(
                Locale.ROOT,
                "60 a minute for each address, pictures too, would have refused %,d requests: of %,d addresses that are under"
                        + " no suspicion, and nothing of %,d that are%n",
                outcome.naive(),
                outcome.naiveAddresses(false, true),
                outcome.naiveAddresses(true, false)));
        outcome.rules.forEach((rule, count) -> text.append(String.format(
                Locale.ROOT,
                "by %-30s %,12d requests, the first refusal of %,d addresses%n",
                rule,
                count.requests,
                count.addresses)));
        outcome.notes.forEach(note -> text.append("NOTE: ").append(note).append(System.lineSeparator()));
        if (outcome.shadowed() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-10s %,12d requests of %,9d addresses, by scenes in shadow; what would follow is to be seen with"
                            + " --property limiter.risk.scenes.crawler.mode=enforce%n",
                    "would be",
                    outcome.shadowed(),
                    outcome.addressesShadowed()));
        }
        if (outcome.late > outcome.lines / 100) {
            text.append(String.format(
                    Locale.ROOT,
                    "WARNING: %,d lines came too late to be played at their time, so the counts are wrong."
                            + " Sort the log, or raise --window.%n",
                    outcome.late));
        }
        if (outcome.malformed > outcome.lines / 100) {
            text.append(String.format(
                    Locale.ROOT,
                    "WARNING: %,d lines could not be read, the first: %s%n",
                    outcome.malformed,
                    outcome.firstMalformed));
        }
        return text.toString();
    }
}
