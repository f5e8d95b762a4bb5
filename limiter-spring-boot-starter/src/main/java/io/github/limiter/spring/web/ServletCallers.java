package io.github.limiter.spring.web;

import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddressResolver;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out who made a request. Thread-safe. */
public final class ServletCallers {

    private final PeerAddresses addresses;
    private final UserResolver users;

    /**
     * Puts both answers together.
     *
     * @param addresses finds the address
     * @param users finds the user
     */
    public ServletCallers(ClientAddressResolver addresses, UserResolver users) {
        this.addresses = new PeerAddresses(addresses);
        this.users = users;
    }

    ClientAddress address(HttpServletRequest wrapped) {
        HttpServletRequest request = asReceived(wrapped);
        List<String> lines = Collections.list(request.getHeaders(addresses.header()));
        return addresses.resolve(request.getRemoteAddr(), lines);
    }

    /** Without its wrappers: a ForwardedHeaderFilter, say, takes anybody's word for who the peer is. */
    static HttpServletRequest asReceived(HttpServletRequest request) {
        ServletRequest received = request;
        while (received instanceof ServletRequestWrapper wrapper) {
            received = wrapper.getRequest();
        }
        return received instanceof HttpServletRequest http ? http : request;
    }

    static boolean isSecure(HttpServletRequest request, @Nullable ClientAddress client) {
        return Transport.isSecure(request.isSecure(), client, asReceived(request)::getHeader);
    }

    @Nullable
    String user(HttpServletRequest request) {
        return users.resolve(request);
    }
}
