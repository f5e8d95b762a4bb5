package io.github.limiter.replay;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of log files, one file after the other, packed or not: a piece at a time, whatever their length. */
final class LogFiles implements AutoCloseable {

    /** Longer ones are nobody's requests; the rest of them is left out. */
    private static final int LONGEST = 64 * 1024;

    private static final int BUFFER = 256 * 1024;
    private static final Path STANDARD_INPUT = Path.of("-");

    private final Iterator<Path> files;
    private final LongConsumer progress;
    private @Nullable InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private final byte[] line = new byte[LONGEST];

    /** The progress is told how many bytes of the files, as they lie there, have been read. */
    LogFiles(List<Path> files, LongConsumer progress) {
        this.files = files.iterator();
        this.progress = progress;
    }

    /** The next line, without its end; null after the last one. Bytes are characters: what is not ASCII is escaped. */
    @Nullable
    String next() throws IOException {
        int length = 0;
        while (true) {
            if (at == end && !fill()) {
                return length == 0 ? null : text(length);
            }
            int start = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            int kept = Math.min(at - start, LONGEST - length);
            System.arraycopy(buffer, start, line, length, kept);
            length += kept;
            if (at < end) {
                at++;
                return text(length);
            }
        }
    }

    private String text(int length) {
        int visible = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, visible, StandardCharsets.ISO_8859_1);
    }

    private boolean fill() throws IOException {
        while (true) {
            if (in == null) {
                if (!files.hasNext()) {
                    return false;
                }
                in = open(files.next());
            }
            int read = in.read(buffer, 0, BUFFER);
            if (read > 0) {
                at = 0;
                end = read;
                return true;
            }
            in.close();
            in = null;
            // A last line without an end is a line all the same.
            buffer[0] = '\n';
            at = 0;
            end = 1;
            if (files.hasNext()) {
                return true;
            }
        }
    }

    private InputStream open(Path file) throws IOException {
        InputStream raw = file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
        BufferedInputStream counted = new BufferedInputStream(new Counted(raw), BUFFER);
        counted.mark(2);
        boolean packed = counted.read() == 0x1f && counted.read() == 0x8b;
        counted.reset();
        return packed ? new GZIPInputStream(counted, BUFFER) : counted;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
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
