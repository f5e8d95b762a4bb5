package io.github.limiter.replay;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A bar that grows with the bytes that were read; at most four times a second, and only for people. */
final class Progress {

    private static final long PAUSE_NANOS = 250_000_000;
    private static final int WIDTH = 40;

    private final PrintStream out;
    private final boolean shown;
    private final long total;
    private long read;
    private long shownAt = System.nanoTime();

    Progress(List<Path> files, boolean shown, PrintStream out) throws IOException {
        this.out = out;
        this.shown = shown;
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.exists(file) ? Files.size(file) : 0;
        }
        this.total = bytes;
    }

    void read(long bytes) {
        read += bytes;
        long now = System.nanoTime();
        if (shown && now - shownAt > PAUSE_NANOS) {
            shownAt = now;
            show();
        }
    }

    private void show() {
        long mega = read >> 20;
        if (total == 0) {
            out.print("\r" + mega + " MB");
        } else {
            int done = (int) Math.min(WIDTH, WIDTH * read / total);
            out.print("\r[" + "#".repeat(done) + " ".repeat(WIDTH - done) + "] " + 100 * read / total + "% of "
                    + (total >> 20) + " MB");
        }
        out.flush();
    }

    void end() {
        if (shown) {
            out.print("\r" + " ".repeat(WIDTH + 30) + "\r");
        }
    }
}
