package io.github.limiter.subject;

import io.github.limiter.subject.ClientAddress.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client's address behind proxies. A header is believed only as far as proxies that one
 * trusts have written it:
 *
 * <ol>
 *   <li>no trusted proxies: headers are ignored, the client is the peer;
 *   <li>the peer is not a trusted proxy: the client is the peer;
 *   <li>else all lines of the header are one list, read from right to left: trusted proxies are
 *       skipped, the first address that is none is the client;
 *   <li>at an entry that is no address (a host name, {@code unknown}, an obfuscated identifier, an
 *       empty place, {@code 0.0.0.0} or {@code ::}) the client is the last valid hop before it;
 *   <li>all are trusted: the furthest.
 * </ol>
 *
 * <p>Entries may carry ports, brackets, quotes and IPv6 zone ids, which are dropped. The header is
 * the attacker's to make long: at most {@value #MAX_HOPS} hops and {@value #MAX_CHARS} characters are
 * read, from the right, each once or a small number of times; what lies beyond counts as no address.
 * No name is ever looked up.
 *
 * <p>The rules follow the <a
 * href="https://adam-p.ca/blog/2022/03/x-forwarded-for/">"rightmost, trusted range"</a> strategy, of
 * nginx ({@code real_ip_recursive on}) among others; the syntax is that of the {@code
 * X-Forwarded-For} kind of header or of RFC 7239.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class ClientAddressResolver {

    static final int MAX_HOPS = 64;
    static final int MAX_CHARS = 8192;

    private final CidrSet trustedProxies;
    private final String header;
    private final HopSyntax syntax;

    /**
     * Makes a resolver.
     *
     * @param trustedProxies whose headers are believed; empty: nobody's
     * @param header the name of the one header to read: {@code Forwarded} (in any case) in the syntax
     *     of RFC 7239, any other, such as {@code X-Forwarded-For}, as a list of addresses between
     *     commas
     * @throws IllegalArgumentException when the name is blank
     */
    public ClientAddressResolver(CidrSet trustedProxies, String header) {
        if (header.isBlank()) {
            throw new IllegalArgumentException(
                    "the name of the forwarding header is blank; use X-Forwarded-For or Forwarded");
        }
        this.trustedProxies = trustedProxies;
        this.header = header.strip();
        this.syntax = this.header.equalsIgnoreCase("Forwarded") ? HopSyntax.FORWARDED : HopSyntax.LIST;
    }

    /** {@return the name of the header whose lines {@link #resolve} wants} */
    public String header() {
        return header;
    }

    /**
     * Tells whether an address is a trusted proxy's.
     *
     * @param address any
     * @return whether it is
     */
    public boolean trusts(IpAddress address) {
        return trustedProxies.contains(address);
    }

    /**
     * Tells whether a trusted proxy is among the addresses of a block.
     *
     * @param block such as the network by which an IPv6 client is counted
     * @return whether one is
     */
    public boolean trustsAnyOf(Cidr block) {
        return trustedProxies.overlaps(block);
    }

    /**
     * Finds the client of a request.
     *
     * @param peer the address of the connection's other end as the server gives it, with or without
     *     port, brackets or zone id; {@code null} or no address when there is none, as for a Unix
     *     domain socket: the client is then unknown, whatever the header says
     * @param headerLines all lines of {@link #header()}, in the order received; empty when the request
     *     has none
     * @return the client, never {@code null}
     */
    public ClientAddress resolve(@Nullable String peer, List<String> headerLines) {
        IpAddress address = peer == null ? null : NodeParser.parse(peer, 0, peer.length());
        if (address == null) {
            return ClientAddress.UNKNOWN;
        }
        if (trusts(address)) {
            return furthest(address, headerLines);
        }
        boolean proxy = !headerLines.isEmpty() && address.isPrivate();
        return new ClientAddress(address, proxy ? Origin.UNCONFIGURED_PROXY : Origin.PEER);
    }

    private ClientAddress furthest(IpAddress proxy, List<String> lines) {
        IpAddress last = proxy;
        int hops = MAX_HOPS;
        int chars = MAX_CHARS;
        for (int i = lines.size() - 1; i >= 0; i--) {
            String line = lines.get(i);
            int end = line.length();
            while (end >= 0) { // an empty line still is one (empty) entry; −1: the line is read
                int floor = Math.max(0, end - Math.max(0, chars));
                int start = syntax.startOf(line, floor, end);
                boolean cut = hops-- == 0 || start == floor && floor > 0;
                IpAddress hop = cut ? null : syntax.parse(line, start, end);
                if (hop == null || hop.isUnspecified()) {
                    return new ClientAddress(last, Origin.TRUSTED_PROXY);
                }
                if (!trusts(hop)) {
                    return new ClientAddress(hop, Origin.FORWARDED);
                }
                last = hop;
                chars -= end - start + 1;
                end = start - 1;
            }
        }
        return new ClientAddress(last, Origin.TRUSTED_PROXY);
    }
}
