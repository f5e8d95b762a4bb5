package io.github.limiter.spring.load;

import io.github.limiter.load.RequestTime;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request of whose time the reading of its body is left out, whoever reads it: that takes as long as the client likes. */
final class TimedRequest extends HttpServletRequestWrapper {

    private final RequestTime time;
    private @Nullable ServletInputStream body;
    private @Nullable BufferedReader reader;

    TimedRequest(HttpServletRequest request, RequestTime time) {
        super(request);
        this.time = time;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        ServletInputStream known = body;
        if (known == null) {
            known = new TimedBody(super.getInputStream(), time);
            body = known;
        }
        return known;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        BufferedReader known = reader;
        if (known == null) {
            String encoding = getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.ISO_8859_1 : Charset.forName(encoding);
            known = new BufferedReader(new InputStreamReader(getInputStream(), charset));
            reader = known;
        }
        return known;
    }

    @Override
    public @Nullable String getParameter(String name) {
        time.pause();
        try {
            return super.getParameter(name);
        } finally {
            time.resume();
        }
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        time.pause();
        try {
            return super.getParameterMap();
        } finally {
            time.resume();
        }
    }

    @Override
    public Enumeration<String> getParameterNames() {
        time.pause();
        try {
            return super.getParameterNames();
        } finally {
            time.resume();
        }
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        time.pause();
        try {
            return super.getParameterValues(name);
        } finally {
            time.resume();
        }
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        time.pause();
        try {
            return super.getParts();
        } finally {
            time.resume();
        }
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        time.pause();
        try {
            return super.getPart(name);
        } finally {
            time.resume();
        }
    }

    /** Reads that block are waits. Those of a listener do not, and what is between them is the server's affair. */
    private static final class TimedBody extends ServletInputStream {

        private final ServletInputStream body;
        private final RequestTime time;

        TimedBody(ServletInputStream body, RequestTime time) {
            this.body = body;
            this.time = time;
        }

        @Override
        public int read() throws IOException {
            time.pause();
            try {
                return body.read();
            } finally {
                time.resume();
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            time.pause();
            try {
                return body.read(bytes, offset, length);
            } finally {
                time.resume();
            }
        }

        @Override
        public int available() throws IOException {
            return body.available();
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
