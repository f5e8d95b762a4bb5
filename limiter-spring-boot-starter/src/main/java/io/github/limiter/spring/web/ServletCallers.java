package io.github.limiter.spring.web;

import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.ClientAddressResolver;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out who made a request. Thread-safe. */
public final class ServletCallers {

    private static final Logger log = LoggerFactory.getLogger(ServletCallers.class);

    private final ClientAddressResolver addresses;
    private final UserResolver users;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Puts both answers together.
     *
     * @param addresses finds the address
     * @param users finds the user
     */
    public ServletCallers(ClientAddressResolver addresses, UserResolver users) {
        this.addresses = addresses;
        this.users = users;
    }

    ClientAddress address(HttpServletRequest wrapped) {
        HttpServletRequest request = asReceived(wrapped);
        List<String> lines = Collections.list(request.getHeaders(addresses.header()));
        ClientAddress address = addresses.resolve(request.getRemoteAddr(), lines);
        if (address.origin() == Origin.UNCONFIGURED_PROXY && warned.compareAndSet(false, true)) {
            log.error(
                    "{} sends {} but is no trusted proxy, so everybody behind it shares one address and its limits. If it"
                            + " is your proxy, set limiter.client-ip.trusted-proxies={}",
                    address.text(),
                    addresses.header(),
                    address.text());
        }
        return address;
    }

    /** Without its wrappers: a ForwardedHeaderFilter, say, takes anybody's word for who the peer is. */
    private static HttpServletRequest asReceived(HttpServletRequest request) {
        ServletRequest received = request;
        while (received instanceof ServletRequestWrapper wrapper) {
            received = wrapper.getRequest();
        }
        return received instanceof HttpServletRequest http ? http : request;
    }

    @Nullable
    String user(HttpServletRequest request) {
        return users.resolve(request);
    }
}
