package io.github.limiter.spring.web;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import org.jspecify.annotations.Nullable;

/** Where an application begins on its server: below its context and, with {@code spring.mvc.servlet.path}, its servlet. */
final class ApplicationPath {

    private ApplicationPath() {}

    static String of(HttpServletRequest request) {
        String context = request.getContextPath();
        String below = context + request.getServletPath();
        return isBelowServlet(request.getHttpServletMapping())
                        && request.getRequestURI().startsWith(below)
                ? below
                : context;
    }

    private static boolean isBelowServlet(@Nullable HttpServletMapping mapping) {
        return mapping != null && mapping.getMappingMatch() == MappingMatch.PATH;
    }

    /** What is asked for within it, as it was sent. */
    static String within(HttpServletRequest request) {
        return request.getRequestURI().substring(of(request).length());
    }
}
