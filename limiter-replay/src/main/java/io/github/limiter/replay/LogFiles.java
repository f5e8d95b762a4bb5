package io.github.limiter.replay;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The lines of log files, one file after the other, packed or not: a piece at a time, whatever their length. */
final class LogFiles implements AutoCloseable {

    /** Longer ones are nobody's requests; the rest of them is left out. */
    private static final int LONGEST = 64 * 1024;

    private static final int BUFFER = 256 * 1024;
    private static final Path STANDARD_INPUT = Path.of("-");

    private final Iterator<Path> files;
    private final LongConsumer progress;
    private final Consumer<Path> broken;
    private Path file = STANDARD_INPUT;
    private @Nullable InputStream in;
    private final byte[] buffer = new byte[BUFFER];

    /** What was read last, and where in it the next line begins. */
    private String piece = "";

    private int at;

    /** What an earlier piece had of the next line. */
    private final StringBuilder begun = new StringBuilder();

    /**
     * The progress is told how many bytes of the files, as they lie there, have been read; and of packed files that break off,
     * as one does that is being written, or are damaged.
     */
    LogFiles(List<Path> files, LongConsumer progress, Consumer<Path> broken) {
        this.files = files.iterator();
        this.progress = progress;
        this.broken = broken;
    }

    /** The next line, without its end; null after the last one. Bytes are characters: what is not ASCII is escaped. */
    @Nullable
    String next() throws IOException {
        while (true) {
            int end = piece.indexOf('\n', at);
            if (end >= 0) {
                String line = begun.isEmpty() ? visible(piece, at, end) : completed(end);
                at = end + 1;
                return line;
            }
            begin(piece.length());
            if (!fill()) {
                return begun.isEmpty() ? null : completed(at);
            }
        }
    }

    private void begin(int end) {
        begun.append(piece, at, Math.min(end, at + LONGEST - begun.length()));
        at = end;
    }

    private String completed(int end) {
        begin(end);
        String line = visible(begun, 0, begun.length());
        begun.setLength(0);
        return line;
    }

    private static String visible(CharSequence text, int start, int end) {
        int visible = end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
        return text.subSequence(start, Math.min(visible, start + LONGEST)).toString();
    }

    private boolean fill() throws IOException {
        while (true) {
            if (in == null) {
                if (!files.hasNext()) {
                    return false;
                }
                file = files.next();
                in = open(file);
            }
            int read = unpacked(in);
            if (read > 0) {
                read(read);
                return true;
            }
            in.close();
            in = null;
            // A last line without an end is a line all the same.
            buffer[0] = '\n';
            read(1);
            if (files.hasNext()) {
                return true;
            }
        }
    }

    private int unpacked(InputStream from) throws IOException {
        try {
            return from.read(buffer, 0, BUFFER);
        } catch (EOFException | ZipException e) {
            broken.accept(file);
            // The line that it broke off in.
            begun.setLength(0);
            return -1;
        }
    }

    private void read(int length) {
        piece = new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        at = 0;
    }

    private InputStream open(Path file) throws IOException {
        InputStream raw = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
        BufferedInputStream counted = new BufferedInputStream(new Counted(raw), BUFFER);
        counted.mark(2);
        boolean packed = counted.read() == 0x1f && counted.read() == 0x8b;
        counted.reset();
        return packed ? new Packed(counted) : counted;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
        }
    }

    /** Its beginning is read when the first line is, as all else that may be broken. */
    private static final class Packed extends InputStream {

        private final InputStream in;
        private @Nullable InputStream unpacked;

        private Packed(InputStream in) {
            this.in = in;
        }

        private InputStream unpacked() throws IOException {
            if (unpacked == null) {
                unpacked = new GZIPInputStream(in, BUFFER);
            }
            return unpacked;
        }

        @Override
        public int read() throws IOException {
            return unpacked().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return unpacked().read(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Tells what was read. */
    private final class Counted extends FilterInputStream {

        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            if (read > 0) {
                progress.accept(read);
            }
            return read;
        }
    }
}
