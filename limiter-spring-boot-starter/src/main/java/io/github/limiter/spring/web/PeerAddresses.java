package io.github.limiter.spring.web;

import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.ClientAddressResolver;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the client's address behind the peer's, in no web technology. Tells once of a proxy that nobody configured.
 * Thread-safe.
 */
public final class PeerAddresses {

    private static final Logger log = LoggerFactory.getLogger(PeerAddresses.class);

    private final ClientAddressResolver resolver;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Addresses by the rules of a resolver.
     *
     * @param resolver knows which peers to believe
     */
    public PeerAddresses(ClientAddressResolver resolver) {
        this.resolver = resolver;
    }

    /**
     * The header that peers tell clients by.
     *
     * @return its name
     */
    public String header() {
        return resolver.header();
    }

    /**
     * The client of a request.
     *
     * @param peer text of the address that the connection comes from; null if it has none
     * @param lines values of all instances of the header, in their order
     * @return the address
     */
    public ClientAddress resolve(@Nullable String peer, List<String> lines) {
        ClientAddress address = resolver.resolve(peer, lines);
        if (address.origin() == Origin.UNCONFIGURED_PROXY && warned.compareAndSet(false, true)) {
            log.error(
                    "{} sends {} but is no trusted proxy, so everybody behind it shares one address and its limits. If it"
                            + " is your proxy, set limiter.client-ip.trusted-proxies={}",
                    address.text(),
                    resolver.header(),
                    address.text());
        }
        return address;
    }
}
