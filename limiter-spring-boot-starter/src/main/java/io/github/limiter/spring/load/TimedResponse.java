package io.github.limiter.spring.load;

import io.github.limiter.load.RequestTime;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** An answer of whose time its sending is left out: that takes as long as the client likes to read it. */
final class TimedResponse extends HttpServletResponseWrapper {

    private final RequestTime time;
    private @Nullable ServletOutputStream body;
    private @Nullable PrintWriter writer;

    TimedResponse(HttpServletResponse response, RequestTime time) {
        super(response);
        this.time = time;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream known = body;
        if (known == null) {
            known = new TimedBody(super.getOutputStream(), time);
            body = known;
        }
        return known;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        PrintWriter known = writer;
        if (known == null) {
            known = new TimedWriter(super.getWriter(), time);
            writer = known;
        }
        return known;
    }

    @Override
    public void flushBuffer() throws IOException {
        time.pause();
        try {
            super.flushBuffer();
        } finally {
            time.resume();
        }
    }

    @Override
    public void reset() {
        super.reset();
        // The other of the two may be asked for now.
        body = null;
        writer = null;
    }

    /** Writes that block are waits. Those of a listener do not. */
    private static final class TimedBody extends ServletOutputStream {

        private final ServletOutputStream body;
        private final RequestTime time;

        TimedBody(ServletOutputStream body, RequestTime time) {
            this.body = body;
            this.time = time;
        }

        @Override
        public void write(int value) throws IOException {
            time.pause();
            try {
                body.write(value);
            } finally {
                time.resume();
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            time.pause();
            try {
                body.write(bytes, offset, length);
            } finally {
                time.resume();
            }
        }

        @Override
        public void flush() throws IOException {
            time.pause();
            try {
                body.flush();
            } finally {
                time.resume();
            }
        }

        @Override
        public void close() throws IOException {
            time.pause();
            try {
                body.close();
            } finally {
                time.resume();
            }
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            body.setWriteListener(listener);
        }
    }

    /** All that a writer prints goes through these. */
    private static final class TimedWriter extends PrintWriter {

        private final RequestTime time;

        TimedWriter(PrintWriter writer, RequestTime time) {
            super(writer);
            this.time = time;
        }

        @Override
        public void write(int character) {
            time.pause();
            try {
                super.write(character);
            } finally {
                time.resume();
            }
        }

        @Override
        public void write(char[] characters, int offset, int length) {
            time.pause();
            try {
                super.write(characters, offset, length);
            } finally {
                time.resume();
            }
        }

        @Override
        public void write(String text, int offset, int length) {
            time.pause();
            try {
                super.write(text, offset, length);
            } finally {
                time.resume();
            }
        }

        @Override
        public void flush() {
            time.pause();
            try {
                super.flush();
            } finally {
                time.resume();
            }
        }

        @Override
        public void close() {
            time.pause();
            try {
                super.close();
            } finally {
                time.resume();
            }
        }
    }
}
