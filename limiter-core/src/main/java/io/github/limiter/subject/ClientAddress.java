package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * Who is taken for the client of a request, and on whose word.
 *
 * @param address the client's address; {@code null} if, and only if, the origin is {@link
 *     Origin#UNKNOWN}
 * @param origin where the address comes from
 */
public record ClientAddress(@Nullable IpAddress address, Origin origin) {

    /** Stands in texts for the address of a client that has none. */
    public static final String UNKNOWN_TEXT = "unknown";

    static final ClientAddress UNKNOWN = new ClientAddress(null, Origin.UNKNOWN);

    /** Where an address comes from. */
    public enum Origin {

        /** The peer of the connection, which is no trusted proxy. */
        PEER,

        /** Named by trusted proxies in the forwarding header. */
        FORWARDED,

        /**
         * A trusted proxy: no address that is not one was named. Either it calls on its own account (a
         * health check), or it hides its client. It stands for many: never to be struck, banned, or taken
         * for an allow-listed client.
         */
        TRUSTED_PROXY,

        /**
         * A private peer that sent a forwarding header and is not trusted: most likely a proxy missing
         * from the configuration, behind which all clients look like one. Not to be banned automatically,
         * and worth an error line that names the fix.
         */
        UNCONFIGURED_PROXY,

        /** The peer is no IP address (a Unix domain socket, an in-process call); headers are not read. */
        UNKNOWN
    }

    /**
     * Makes the answer.
     *
     * @param address {@code null} if, and only if, unknown
     * @param origin where it comes from
     * @throws IllegalArgumentException when an address is missing, or given with {@link Origin#UNKNOWN}
     */
    public ClientAddress {
        if ((address == null) != (origin == Origin.UNKNOWN)) {
            throw new IllegalArgumentException(
                    "address '%s' with origin %s; give an address with every origin but UNKNOWN"
                            .formatted(address, origin));
        }
    }

    /**
     * Tells whether strikes and automatic bans may hit this address: it is one client's as far as can
     * be known, not that of a proxy with everybody behind it, and not unknown.
     *
     * @return whether they may
     */
    public boolean punishable() {
        return origin == Origin.PEER || origin == Origin.FORWARDED;
    }

    /** {@return the address in full (not by its network), or {@value #UNKNOWN_TEXT}} */
    public String text() {
        return address == null ? UNKNOWN_TEXT : address.toString();
    }
}
