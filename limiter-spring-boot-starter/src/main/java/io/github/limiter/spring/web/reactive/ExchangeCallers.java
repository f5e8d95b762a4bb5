package io.github.limiter.spring.web.reactive;

import io.github.limiter.spring.web.PeerAddresses;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddressResolver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
        List<String> lines = request.getHeaders().getOrEmpty(addresses.header());
        return addresses.resolve(text(request.getRemoteAddress()), lines);
    }

    private static @Nullable String text(@Nullable InetSocketAddress peer) {
        InetAddress address = peer == null ? null : peer.getAddress();
        return address == null ? null : address.getHostAddress();
    }

    Mono<String> user(ServerWebExchange exchange) {
        return users.resolve(exchange);
    }
}
