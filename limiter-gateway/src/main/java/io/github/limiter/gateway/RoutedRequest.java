package io.github.limiter.gateway;

import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpCookie;
import org.springframework.web.server.ServerWebExchange;

/**
 * What the {@code key} of a route sees of a request: texts, most of them the client's to choose. Properties and methods of
 * this class are the words of the expression: {@code header('X-Tenant')}.
 */
public final class RoutedRequest {

    private final ServerWebExchange exchange;

    RoutedRequest(ServerWebExchange exchange) {
        this.exchange = exchange;
    }

    /**
     * A header.
     *
     * @param name in any case
     * @return its first value, or null
     */
    public @Nullable String header(String name) {
        return exchange.getRequest().getHeaders().getFirst(name);
    }

    /**
     * A parameter of the query.
     *
     * @param name of the parameter
     * @return its first value, or null
     */
    public @Nullable String query(String name) {
        return exchange.getRequest().getQueryParams().getFirst(name);
    }

    /**
     * A cookie.
     *
     * @param name of the cookie
     * @return its first value, or null
     */
    public @Nullable String cookie(String name) {
        HttpCookie cookie = exchange.getRequest().getCookies().getFirst(name);
        return cookie == null ? null : cookie.getValue();
    }

    /**
     * A variable of the pattern by which the path or the host chose the route, such as {@code Path=/shops/{shop}/**}.
     *
     * @param name of the variable
     * @return its value, or null
     */
    public @Nullable String variable(String name) {
        return ServerWebExchangeUtils.getUriTemplateVariables(exchange).get(name);
    }

    /**
     * The HTTP method.
     *
     * @return such as {@code GET}
     */
    public String getMethod() {
        return exchange.getRequest().getMethod().name();
    }

    /**
     * The path within the application.
     *
     * @return as the client wrote it
     */
    public String getPath() {
        return exchange.getRequest().getPath().pathWithinApplication().value();
    }
}
