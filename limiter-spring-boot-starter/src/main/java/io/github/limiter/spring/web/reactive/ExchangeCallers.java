package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.PeerAddresses;
import io.github.limiter.spring.web.Transport;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddressResolver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Finds out who made a request. Thread-safe. */
public final class ExchangeCallers {

    private final PeerAddresses addresses;
    private final ServerUserResolver users;

    /**
     * Puts both answers together.
     *
     * @param addresses finds the address
     * @param users finds the user
     */
    public ExchangeCallers(ClientAddressResolver addresses, ServerUserResolver users) {
        this.addresses = new PeerAddresses(addresses);
        this.users = users;
    }

    ClientAddress address(ServerHttpRequest request) {
        return addresses.resolve(text(request.getRemoteAddress()), lines(request.getHeaders(), addresses.header()));
    }

    static boolean isSecure(ServerHttpRequest request, @Nullable ClientAddress client) {
        return Transport.isSecure(
                "https".equalsIgnoreCase(request.getURI().getScheme()), client, request.getHeaders()::getFirst);
    }

    /** All instances of a header; by the one way to them that Spring 6 and 7 have in common. */
    private static List<String> lines(HttpHeaders headers, String wanted) {
        if (headers.getFirst(wanted) == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        headers.forEach((name, values) -> {
            if (name.equalsIgnoreCase(wanted)) {
                lines.addAll(values);
            }
        });
        return lines;
    }

    private static @Nullable String text(@Nullable InetSocketAddress peer) {
        InetAddress address = peer == null ? null : peer.getAddress();
        return address == null ? null : address.getHostAddress();
    }

    Mono<String> user(ServerWebExchange exchange) {
        return users.resolve(exchange);
    }
}
