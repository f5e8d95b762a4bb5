package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the guard costs nginx: the same requests with it and without, in turns, so that whatever else the machine does hits
 * all of them. CPU time of nginx's processes for each request, and ratios of it; throughput depends on what else runs.
 */
final class Cost {

    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final String CLIENT = "192.0.2.77";
    private static final String BANNED = "192.0.2.78";
    private static final double AT_MOST_TIMES = 2;

    /** What is asked for, and as whom. */
    private enum Way {
        NONE("without the guard", "plain", CLIENT),
        PASSES("with it, nobody banned", "guarded", CLIENT),
        REFUSED("with it, banned", "guarded", BANNED),
        UNKNOWN("with it, never cached", "uncached", CLIENT);

        private final String name;
        private final String server;
        private final String client;

        Way(String name, String server, String client) {
            this.name = name;
            this.server = server;
            this.client = client;
        }
    }

    private final Machine machine;
    private final int door;
    private final List<List<Double>> micros = new ArrayList<>();

    private Cost(Machine machine, int door) {
        this.machine = machine;
        this.door = door;
        for (int i = 0; i < Way.values().length; i++) {
            micros.add(new ArrayList<>());
        }
    }

    /** Measures each way so many times, for so many seconds. */
    static void measure(Path home, Path directory, int rounds, int seconds, Findings findings)
            throws IOException, InterruptedException {
        int redis = Machine.freePort();
        int door = Machine.freePort();
        try (Machine machine = new Machine(directory)) {
            machine.start("redis", List.of("redis-server", "--port", String.valueOf(redis), "--save", ""));
            machine.awaitListening("redis", redis);
            run(
                    "redis-cli",
                    "-p",
                    String.valueOf(redis),
                    "SET",
                    "limiter:{ip:" + BANNED + "}:ban",
                    "any",
                    "PX",
                    "600000");
            NginxFiles files = new NginxFiles(home, directory.resolve("nginx"));
            machine.start(
                    "nginx",
                    files.command(files.template("cost.conf")
                            .replace("@redis@", String.valueOf(redis))
                            .replace("@port@", String.valueOf(door))));
            machine.awaitListening("nginx", door);
            Cost cost = new Cost(machine, door);
            for (int round = 0; round <= rounds; round++) {
                for (Way way : Way.values()) {
                    // The first round warms up.
                    cost.measure(way, seconds, round > 0);
                }
            }
            cost.report(findings);
        }
    }

    private void measure(Way way, int seconds, boolean counts) throws IOException, InterruptedException {
        Duration before = machine.cpu("nginx");
        long requests = flood("http://127.0.0.1:" + door, way.client, seconds, "-H", "Host: " + way.server);
        Duration used = machine.cpu("nginx").minus(before);
        if (counts) {
            micros.get(way.ordinal()).add(used.toNanos() / 1e3 / requests);
        }
    }

    /** Asks as fast as possible; returns how often. */
    static long flood(String url, String client, int seconds, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("wrk", "-t1", "-c16", "-d" + seconds + "s"));
        command.addAll(List.of("-H", "X-Forwarded-For: " + client));
        command.addAll(List.of(more));
        command.add(url);
        String output = run(command.toArray(String[]::new));
        MatchResult found = REQUESTS.matcher(output)
                .results()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("wrk says " + output));
        return Long.parseLong(found.group(1));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " says " + output);
        }
        return output;
    }

    private double median(Way way) {
        List<Double> sorted = new ArrayList<>(micros.get(way.ordinal()));
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private void report(Findings findings) {
        StringBuilder table = new StringBuilder("CPU of nginx for each request, medians\n");
        for (Way way : Way.values()) {
            table.append(String.format(
                    Locale.ROOT, "%-24s %6.1f us  %.2f x%n", way.name, median(way), median(way) / median(Way.NONE)));
        }
        findings.table(table.toString());
        double times = median(Way.PASSES) / median(Way.NONE);
        findings.figure(
                "the guard costs nginx little",
                times <= AT_MOST_TIMES,
                "%.2f x the CPU of a request that only answers (wanted: <= %.0f x)",
                times,
                AT_MOST_TIMES);
    }
}
