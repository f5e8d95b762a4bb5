package io.github.limiter.spring.web;

import io.github.limiter.guard.Decision;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers refused requests of a servlet application. A bean of this type takes the place of
 * {@link ProblemRejectionHandler}. Called by many threads at once.
 */
@FunctionalInterface
public interface RejectionHandler {

    /**
     * Writes the answer. Fields that the response has already, such as those of CORS, are to be kept.
     *
     * @param request the refused request
     * @param response not committed when the library calls
     * @param decision what refused it; never one that allows
     * @throws IOException if the answer cannot be written; the request then fails, and is not let through
     */
    void handle(HttpServletRequest request, HttpServletResponse response, Decision decision) throws IOException;
}
