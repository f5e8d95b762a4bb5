package io.github.limiter.benchmarks;

import io.github.limiter.benchmarks.harness.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Names what a run ran on. */
final class Machine {

    private Machine() {}

    static void describe(Report report) {
        report.machine("CPU: " + cpu() + ", " + Runtime.getRuntime().availableProcessors() + " cores");
        report.machine("System: " + System.getProperty("os.name") + " " + System.getProperty("os.version"));
        report.machine("JDK: " + System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
