package io.github.limiter.gateway;

import io.github.limiter.spring.web.reactive.ExchangeCallScopes;
import io.github.limiter.subject.IpAddress;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Tells the services behind the gateway who the client is: one address, the one that the gateway itself counts by. What
 * clients wrote into the header goes no further. Runs after the gateway's own filters of headers. Thread-safe.
 */
final class ClientAddressHeader implements HttpHeadersFilter, Ordered {

    private final String header;
    private final boolean forwarded;
    private final ExchangeCallScopes scopes;

    ClientAddressHeader(String header, ExchangeCallScopes scopes) {
        this.header = header;
        this.forwarded = header.equalsIgnoreCase("Forwarded");
        this.scopes = scopes;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public HttpHeaders filter(HttpHeaders input, ServerWebExchange exchange) {
        if (header.isEmpty()) {
            return input;
        }
        HttpHeaders output = new HttpHeaders();
        input.forEach((name, values) -> {
            if (!name.equalsIgnoreCase(header)) {
                values.forEach(value -> output.add(name, value));
            }
        });
        IpAddress address = scopes.client(exchange).address();
        if (address != null) {
            output.set(header, forwarded ? element(address) : address.toString());
        }
        return output;
    }

    /** As RFC 7239, section 6, writes addresses. */
    private static String element(IpAddress address) {
        String text = address.toString();
        return text.indexOf(':') < 0 ? "for=" + text : "for=\"[" + text + "]\"";
    }
}
