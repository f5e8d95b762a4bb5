package io.github.limiter.spring.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Refuses what operators post if it is wrong as {@link OperatorBody} knows. Thread-safe. */
public final class OperatorBodyFilter implements Filter {

    private final OperatorBody body;

    /**
     * A filter.
     *
     * @param body knows what is wrong
     */
    public OperatorBodyFilter(OperatorBody body) {
        this.body = body;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest http
                && response instanceof HttpServletResponse answer
                && request.getDispatcherType() == DispatcherType.REQUEST
                && body.concerns(http.getMethod(), ApplicationPath.within(http), http.getContentType())) {
            byte[] bytes = http.getInputStream().readNBytes(OperatorBody.MOST + 1);
            ProblemResponse refusal = body.refuse(bytes, http.getParameterMap().keySet());
            if (refusal == null) {
                chain.doFilter(new ReadAlready(http, bytes), response);
            } else {
                ServletProblem.write(refusal, http, answer);
            }
        } else {
            chain.doFilter(request, response);
        }
    }

    /** A request whose body was read, for who reads it again. */
    private static final class ReadAlready extends HttpServletRequestWrapper {

        private final byte[] body;

        ReadAlready(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Body(new ByteArrayInputStream(body));
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static final class Body extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Body(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] to, int from, int length) {
            return bytes.read(to, from, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("the body was read already");
        }
    }
}
