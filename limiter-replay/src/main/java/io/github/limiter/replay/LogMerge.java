package io.github.limiter.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of several files by their times, each file being nearly in order: parts of one log, whatever their names, and
 * the logs of several servers.
 */
final class LogMerge implements AutoCloseable {

    private final List<LogReader> all = new ArrayList<>();
    private final PriorityQueue<LogReader> waiting = new PriorityQueue<>(Comparator.comparingLong(LogMerge::time));
    private @Nullable LogReader current;

    LogMerge(Options options, Outcome outcome, LongConsumer progress) throws IOException {
        try {
            for (Path file : options.logs()) {
                LogReader reader = new LogReader(file, options.newFormat(), outcome, progress);
                all.add(reader);
                if (reader.next() != null) {
                    waiting.add(reader);
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static long time(LogReader reader) {
        LogLine line = reader.next();
        return line == null ? Long.MAX_VALUE : line.micros();
    }

    /** The next line; null after the last one. */
    @Nullable
    LogLine next() throws IOException {
        if (current == null) {
            current = waiting.poll();
        }
        LogReader from = current;
        if (from == null) {
            return null;
        }
        LogLine line = from.next();
        from.advance();
        LogReader other = waiting.peek();
        if (from.next() == null) {
            current = null;
        } else if (other != null && time(other) < time(from)) {
            waiting.add(from);
            current = null;
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        for (LogReader reader : all) {
            reader.close();
        }
    }
}
