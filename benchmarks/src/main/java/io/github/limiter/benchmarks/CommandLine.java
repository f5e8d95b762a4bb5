package io.github.limiter.benchmarks;

import io.github.limiter.benchmarks.harness.Plan;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for.
 *
 * @param help whether to say only what can be asked for
 * @param plan how long to measure
 * @param sections names of the sections to run
 * @param output where the report goes; null for beside the jar
 */
record CommandLine(
        boolean help,
        Plan plan,
        Set<String> sections,
        @Nullable Path output) {

    static final String HELP = """
            Measures limiter in turn with its peers and writes a table of ratios.

              java -jar benchmarks/target/benchmarks.jar [options]

              --quick         within 3 minutes, in one JVM; else about half an hour, a JVM for every measurement
              --rounds=N      times that every candidate has its turn (default 5; 3 where --quick is short of time)
              --only=A,B      sections to run, of: %s (default all)
              --output=FILE   where the table goes besides the console (default results.md beside the jar)
              --help          this text

            The sections "redis" and "risk" use the server that LIMITER_TEST_REDIS_URL names (redis://host:port), else
            start the redis-server on the PATH, else the one that org.signal:embedded-redis carries. They write and remove keys
            that begin with limiter-benchmark.
            """;

    private static final int DEFAULT_ROUNDS = 5;

    static CommandLine parse(List<String> arguments, Collection<String> known) {
        boolean help = false;
        boolean quick = false;
        int rounds = DEFAULT_ROUNDS;
        Set<String> sections = Set.copyOf(known);
        Path output = null;
        for (String argument : arguments) {
            String name = argument.substring(0, argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('='));
            String value = argument.substring(Math.min(argument.length(), name.length() + 1));
            switch (name) {
                case "--help" -> help = true;
                case "--quick" -> quick = true;
                case "--rounds" -> rounds = positive(argument, value);
                case "--only" -> sections = sections(value, known);
                case "--output" -> output = Path.of(value);
                default -> throw new IllegalArgumentException(argument + " is not an option; see --help");
            }
        }
        return new CommandLine(help, new Plan(quick, rounds), sections, output);
    }

    private static int positive(String argument, String value) {
        if (!value.matches("[1-9]\\d{0,2}")) {
            throw new IllegalArgumentException(argument + " is not a number of rounds from 1 to 999");
        }
        return Integer.parseInt(value);
    }

    private static Set<String> sections(String value, Collection<String> known) {
        Set<String> chosen = Set.of(value.split(","));
        if (!known.containsAll(chosen)) {
            throw new IllegalArgumentException("--only=" + value + " names a section that is none of " + known);
        }
        return chosen;
    }
}
