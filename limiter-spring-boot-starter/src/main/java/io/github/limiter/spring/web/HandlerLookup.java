package io.github.limiter.spring.web;

import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Finds the handler of a request before the dispatcher does, and leaves no trace of that in the request. Thread-safe.
 */
public final class HandlerLookup {

    private static final Logger log = LoggerFactory.getLogger(HandlerLookup.class);

    private final SingletonSupplier<List<HandlerMapping>> mappings;
    private final SingletonSupplier<Set<String>> dispatchers;

    /**
     * A lookup.
     *
     * @param mappings those of the dispatcher, in their order; asked for on first use
     * @param dispatchers all there are; asked for on first use
     */
    public HandlerLookup(Supplier<Stream<HandlerMapping>> mappings, Supplier<Stream<DispatcherServlet>> dispatchers) {
        this.mappings = SingletonSupplier.of(() -> mappings.get().toList());
        this.dispatchers = SingletonSupplier.of(() -> dispatchers
                .get()
                .map(dispatcher -> dispatcher.getClass().getName())
                .collect(Collectors.toSet()));
    }

    /**
     * What was found.
     *
     * @param chain the handler, and what stands before it
     * @param request as the handler would see it
     */
    record Found(HandlerExecutionChain chain, HttpServletRequest request) {}

    /** Null if nothing was found: another servlet is asked, there is no such handler, or the request does not suit it. */
    @Nullable
    Found find(HttpServletRequest request) {
        if (!isDispatched(request)) {
            return null;
        }
        Glance glance = new Glance(request);
        ServletRequestPathUtils.parseAndCache(glance);
        try {
            for (HandlerMapping mapping : mappings.obtain()) {
                HandlerExecutionChain chain = mapping.getHandler(glance);
                if (chain != null) {
                    return new Found(chain, glance);
                }
            }
        } catch (Exception e) {
            log.debug("No handler of {} {}", request.getMethod(), request.getRequestURI(), e);
        }
        return null;
    }

    private boolean isDispatched(HttpServletRequest request) {
        HttpServletMapping servlet = request.getHttpServletMapping();
        ServletRegistration registration = request.getServletContext().getServletRegistration(servlet.getServletName());
        return registration != null && dispatchers.obtain().contains(registration.getClassName());
    }

    /** Keeps to itself what looking for a handler leaves in a request. */
    private static final class Glance extends HttpServletRequestWrapper {

        private final Map<String, Object> attributes = new HashMap<>();

        Glance(HttpServletRequest request) {
            super(request);
            for (Enumeration<String> names = request.getAttributeNames(); names.hasMoreElements(); ) {
                String name = names.nextElement();
                setAttribute(name, request.getAttribute(name));
            }
        }

        @Override
        public @Nullable Object getAttribute(String name) {
            Object kept = attributes.get(name);
            // Some that servers have are not among the names.
            return kept == null ? super.getAttribute(name) : kept;
        }

        @Override
        public Enumeration<String> getAttributeNames() {
            return Collections.enumeration(attributes.keySet());
        }

        @Override
        public void setAttribute(String name, @Nullable Object value) {
            if (value == null) {
                attributes.remove(name);
            } else {
                attributes.put(name, value);
            }
        }

        @Override
        public void removeAttribute(String name) {
            attributes.remove(name);
        }
    }
}
