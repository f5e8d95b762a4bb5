package io.github.limiter.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries a {@link ProblemResponse} into a servlet response. */
final class ServletProblem {

    private static final Logger log = LoggerFactory.getLogger(ServletProblem.class);

    private ServletProblem() {}

    static void write(ProblemResponse problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (response.isCommitted()) {
            log.debug("Response is committed, problem is not written: {}", problem.body());
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.status());
        problem.headers().forEach(response::setHeader);
        response.setContentLength(problem.body().length());
        if (!"HEAD".equals(request.getMethod())) {
            writeBody(problem.body(), response);
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
