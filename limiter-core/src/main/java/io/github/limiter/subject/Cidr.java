package io.github.limiter.subject;

/**
 * A block of addresses in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3).
 *
 * <p>A block holds addresses of its own family only: {@code ::/0} is all of IPv6 and no IPv4 address,
 * {@code 0.0.0.0/0} the reverse. A block inside the IPv4-mapped range, {@code ::ffff:a00:0/104}, is
 * the IPv4 block that it stands for, {@code 10.0.0.0/8}.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param network the first address; all bits after the prefix are zero
 * @param prefix in bits, 0 to 32 for IPv4 and 0 to 128 for IPv6
 */
public record Cidr(IpAddress network, int prefix) {

    private static final int MAPPED_BITS = 96;

    /**
     * Makes a block.
     *
     * @param network the first address
     * @param prefix in bits
     * @throws IllegalArgumentException when the prefix is out of range or bits are set after it
     */
    public Cidr {
        IpAddress first = network.network(prefix);
        if (!first.equals(network)) {
            throw new IllegalArgumentException(
                    "'%s/%d' has bits set after its prefix; write %s/%d for the block or %s for the one address"
                            .formatted(network, prefix, first, prefix, network));
        }
    }

    /**
     * The addresses that are counted as one with an address.
     *
     * @param address any
     * @param ipv6Prefix bits of an IPv6 address that make one client
     * @return the network of an IPv6 address, a block of one for IPv4
     */
    public static Cidr ofClient(IpAddress address, int ipv6Prefix) {
        return address.isV4()
                ? new Cidr(address, address.maxPrefix())
                : new Cidr(address.network(ipv6Prefix), ipv6Prefix);
    }

    /**
     * Reads {@code 10.0.0.0/8}, {@code 2001:db8::/32}, or a single address, which is a block of one
     * (/32 or /128). The address as in {@link IpAddress#tryParse}, the prefix length in decimal digits
     * without sign or leading zero; netmasks and host names are not understood.
     *
     * @param text without white space
     * @return the block
     * @throws IllegalArgumentException when the text is no such block; the message names the text and
     *     what to write instead
     */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        IpAddress address = IpAddress.tryParse(literal);
        if (address == null) {
            throw new IllegalArgumentException(
                    ("'%s' is neither an IP address nor a CIDR block; write e.g. 10.0.0.0/8, 2001:db8::/32 or 192.0.2.1"
                                    + " (no host name, port, netmask or white space)")
                            .formatted(text));
        }
        if (slash < 0) {
            return new Cidr(address, address.maxPrefix());
        }
        boolean mapped = address.isV4() && literal.indexOf(':') >= 0;
        int least = mapped ? MAPPED_BITS : 0;
        int most = address.maxPrefix() + least;
        int prefix = prefix(text, slash + 1);
        if (prefix < least || prefix > most) {
            throw new IllegalArgumentException(
                    "'%s' has no valid prefix length; after the slash write a number of bits from %d to %d"
                            .formatted(text, least, most));
        }
        return new Cidr(address, prefix - least);
    }

    /** The decimal number of one to three digits from {@code start} to the end, or −1. */
    private static int prefix(String text, int start) {
        int digits = text.length() - start;
        if (digits < 1 || digits > 3 || digits > 1 && text.charAt(start) == '0') {
            return -1;
        }
        int prefix = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            prefix = 10 * prefix + (c - '0');
        }
        return prefix;
    }

    /**
     * Tells whether an address is in this block; one of the other family never is.
     *
     * @param address any
     * @return whether it is
     */
    public boolean contains(IpAddress address) {
        return network.sharesPrefix(address, prefix);
    }

    /** Whether every address of the other block is in this one. */
    boolean contains(Cidr other) {
        return prefix <= other.prefix && contains(other.network);
    }

    /** The canonical text, with the prefix length also for a single address. */
    @Override
    public String toString() {
        return network + "/" + prefix;
    }
}
