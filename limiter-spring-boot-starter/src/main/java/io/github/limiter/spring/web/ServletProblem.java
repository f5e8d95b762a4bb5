package io.github.limiter.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries a {@link ProblemResponse}, or another answer, into a servlet response. */
final class ServletProblem {

    private static final Logger log = LoggerFactory.getLogger(ServletProblem.class);

    /** One of several. */
    private static final String COOKIE = "Set-Cookie";

    private ServletProblem() {}

    static void write(ProblemResponse problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(problem.status(), problem.headers(), problem.body(), request, response);
    }

    /** A body in ASCII. */
    static void write(
            int status,
            Map<String, String> headers,
            String body,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            log.debug("Response is committed, there is no other answer: {}", status);
            return;
        }
        response.resetBuffer();
        response.setStatus(status);
        headers.forEach((name, value) -> {
            if (name.equals(COOKIE)) {
                response.addHeader(name, value);
            } else {
                response.setHeader(name, value);
            }
        });
        response.setContentLength(body.length());
        if (!"HEAD".equals(request.getMethod())) {
            writeBody(body, response);
        }
    }

    /** A handler that has a {@code Writer} as parameter leaves no way but the writer. */
    private static void writeBody(String body, HttpServletResponse response) throws IOException {
        try {
            response.getOutputStream().write(body.getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalStateException writerIsInUse) {
            response.getWriter().write(body);
        }
    }
}
