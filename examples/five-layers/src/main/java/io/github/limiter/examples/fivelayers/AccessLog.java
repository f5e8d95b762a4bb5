package io.github.limiter.examples.fivelayers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Requests as a server logged them: milliseconds since the epoch, the client, the status, and more. */
record AccessLog(List<Entry> entries) {

    private static final int FIELDS = 4;

    /**
     * One request.
     *
     * @param atMillis since the epoch
     * @param address of the client
     * @param status that was answered
     * @param own whether the server answered without asking another
     */
    record Entry(long atMillis, String address, int status, boolean own) {

        boolean isRefused() {
            return status >= 400;
        }
    }

    static AccessLog read(List<Path> files) {
        List<Entry> entries = new ArrayList<>();
        for (Path file : files) {
            try {
                for (String line : Files.readAllLines(file)) {
                    String[] fields = line.split(" ");
                    if (fields.length >= FIELDS) {
                        entries.add(new Entry(
                                millis(fields[0]), fields[1], Integer.parseInt(fields[2]), fields[3].equals("-")));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new AccessLog(entries);
    }

    /** nginx writes seconds with a fraction of three digits, Tomcat milliseconds. */
    private static long millis(String text) {
        return Long.parseLong(text.replace(".", ""));
    }

    AccessLog since(long millis) {
        return where(entry -> entry.atMillis() >= millis);
    }

    AccessLog where(Predicate<Entry> condition) {
        return new AccessLog(entries.stream().filter(condition).toList());
    }

    AccessLog of(String kind) {
        return where(entry -> Crowd.kindOf(entry.address()).equals(kind));
    }

    long count(Predicate<Entry> condition) {
        return entries.stream().filter(condition).count();
    }

    /** Requests a second. */
    double[] perSecond(long startMillis, int seconds) {
        double[] counts = new double[seconds];
        for (Entry entry : entries) {
            long second = Math.floorDiv(entry.atMillis() - startMillis, 1_000);
            if (second >= 0 && second < seconds) {
                counts[(int) second]++;
            }
        }
        return counts;
    }
}
