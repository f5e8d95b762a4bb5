package io.github.limiter.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What the lines of a file say, one after the other; those that say nothing are counted. */
final class LogReader implements AutoCloseable {

    /** The mark of UTF-8 that some programs begin files with, its bytes as characters. */
    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final LogFiles lines;
    private final LineFormat format;
    private final Outcome outcome;
    private boolean begun;
    private @Nullable LogLine next;

    LogReader(Path file, LineFormat format, Outcome outcome, LongConsumer progress) throws IOException {
        this.lines = new LogFiles(
                List.of(file),
                progress,
                broken -> outcome.notes.add(
                        broken + " is broken off or damaged: what could be unpacked of it was played"));
        this.format = format;
        this.outcome = outcome;
        advance();
    }

    /** The line that comes next; null after the last one. */
    @Nullable
    LogLine next() {
        return next;
    }

    void advance() throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = begun || !line.startsWith(BYTE_ORDER_MARK) ? line : line.substring(BYTE_ORDER_MARK.length());
            begun = true;
            if (text.isBlank()) {
                continue;
            }
            LogLine read = format.parse(text);
            if (read == null) {
                outcome.malformed(text);
            } else if (read == LogLine.NO_REQUEST) {
                outcome.withoutRequest++;
            } else {
                next = read;
                return;
            }
        }
        next = null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
