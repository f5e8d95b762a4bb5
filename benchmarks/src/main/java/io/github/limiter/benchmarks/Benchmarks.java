package io.github.limiter.benchmarks;

import io.github.limiter.benchmarks.advisor.AdvisorSection;
import io.github.limiter.benchmarks.harness.Report;
import io.github.limiter.benchmarks.harness.Section;
import io.github.limiter.benchmarks.memory.MemorySection;
import io.github.limiter.benchmarks.redis.RedisSection;
import io.github.limiter.benchmarks.redis.RiskSection;
import io.github.limiter.benchmarks.tiers.TiersSection;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Runs the sections one after the other and writes their report. */
public final class Benchmarks {

    private static final List<Section> SECTIONS = List.of(
            new MemorySection(), new AdvisorSection(), new RedisSection(), new RiskSection(), new TiersSection());

    private Benchmarks() {}

    /**
     * The command.
     *
     * @param arguments see {@code --help}
     * @throws Exception if something cannot be measured
     */
    public static void main(String[] arguments) throws Exception {
        List<String> names = SECTIONS.stream().map(Section::name).toList();
        CommandLine commandLine;
        try {
            commandLine = CommandLine.parse(List.of(arguments), names);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        if (commandLine.help()) {
            System.out.printf(CommandLine.HELP, String.join(", ", names));
            return;
        }
        // Runs of several people on one machine disturb each other, but JMH need not refuse them.
        System.setProperty("jmh.ignoreLock", "true");
        run(commandLine);
    }

    private static void run(CommandLine commandLine) throws Exception {
        long start = System.nanoTime();
        Report report = new Report();
        Machine.describe(report);
        for (Section section : SECTIONS) {
            if (commandLine.sections().contains(section.name())) {
                System.err.println("measuring " + section.name() + " …");
                section.run(commandLine.plan(), report);
            }
        }
        report.note("All candidates of a section took turns, up to "
                + commandLine.plan().rounds()
                + " rounds in " + Duration.ofNanos(System.nanoTime() - start).toSeconds()
                + " s in all. Values are medians of the rounds, ratios are ratios of medians; in parentheses the least"
                + " and the largest of a round. Absolute values differ from machine to machine; compare ratios.");
        Path output = commandLine.output() == null ? besideTheJar() : commandLine.output();
        String text = report.markdown();
        System.out.println(text);
        Files.writeString(output, text);
        System.out.println("Written to " + output);
    }

    private static Path besideTheJar() throws URISyntaxException {
        Path code = Path.of(Benchmarks.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return code.resolveSibling("results.md");
    }
}
