package io.github.limiter.subject;

import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address as a value: it is equal to the same address however that was written, and
 * has one text.
 *
 * <p>Only literals are read. No name is ever looked up, and none of the historical IPv4 spellings
 * (octal, hexadecimal, {@code 127.1}) is understood, since two programs that read them differently
 * can be played against each other. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2, {@code
 * ::ffff:203.0.113.7}) <em>is</em> the IPv4 address. The other embeddings (IPv4-compatible, NAT64,
 * 6to4) stay IPv6.
 *
 * <p>Ordered by family (IPv4 first), then by number. Immutable and safe for use by many threads.
 */
public final class IpAddress implements Comparable<IpAddress> {

    /** The prefix length by which IPv6 clients are counted unless configured otherwise. */
    public static final int DEFAULT_IPV6_PREFIX = 64;

    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;
    private static final int MAPPED_BITS = IPV6_BITS - IPV4_BITS;
    private static final long MAPPED = 0xffffL;

    /** The 128 bits; IPv4 is held in its mapped form, {@code ::ffff:0:0/96}. */
    private final long high;

    private final long low;

    /** Made when it is asked for, and kept: subjects of one address share it. */
    private @Nullable String text;

    private IpAddress(long high, long low) {
        this.high = high;
        this.low = low;
    }

    static IpAddress v4(int bits) {
        return new IpAddress(0, MAPPED << IPV4_BITS | Integer.toUnsignedLong(bits));
    }

    /** An address from its 128 bits; the mapped range makes an IPv4 address. */
    static IpAddress v6(long high, long low) {
        return new IpAddress(high, low);
    }

    /**
     * Reads a literal: IPv4 as four decimal numbers (RFC 3986 section 3.2.2: no leading zeros, no
     * other base, no fewer parts), IPv6 in any form of RFC 4291 section 2.2, upper or lower case, with
     * or without an embedded IPv4 address.
     *
     * <p>No white space, port, bracket, zone id or prefix length; ASCII digits only.
     *
     * @param text of any length and content
     * @return the address, or {@code null} when the text is not exactly one literal
     */
    public static @Nullable IpAddress tryParse(String text) {
        return IpParser.parse(text, 0, text.length());
    }

    /** {@return whether this is an IPv4 address, which an IPv4-mapped one is, too} */
    public boolean isV4() {
        return high == 0 && low >>> IPV4_BITS == MAPPED;
    }

    /**
     * Tells whether this address is of use only inside a network: as a peer it belongs to one's own
     * infrastructure, and no client on the internet has it.
     *
     * <p>These are: loopback ({@code 127.0.0.0/8}, {@code ::1}), private use ({@code 10.0.0.0/8},
     * {@code 172.16.0.0/12}, {@code 192.168.0.0/16}, RFC 1918), shared address space ({@code
     * 100.64.0.0/10}, RFC 6598), link-local ({@code 169.254.0.0/16}, RFC 3927; {@code fe80::/10}) and
     * unique local ({@code fc00::/7}, RFC 4193); all of them in the registry of RFC 6890.
     *
     * @return whether it is in one of them
     */
    public boolean isPrivate() {
        return PrivateRanges.ALL.contains(this);
    }

    /** Whether this is {@code 0.0.0.0} or {@code ::}, which names no host (RFC 6890, RFC 4291 2.5.2). */
    boolean isUnspecified() {
        return high == 0 && (low == 0 || low == MAPPED << IPV4_BITS);
    }

    /**
     * Finds the network that this address is in: the address with all bits after the prefix zero.
     *
     * @param prefix in bits, 0 to 32 for IPv4 and 0 to 128 for IPv6
     * @return the network's first address
     * @throws IllegalArgumentException when the prefix is out of range
     */
    public IpAddress network(int prefix) {
        int bits = bits128(prefix);
        long networkHigh = high & highMask(bits);
        long networkLow = low & lowMask(bits);
        return networkHigh == high && networkLow == low ? this : new IpAddress(networkHigh, networkLow);
    }

    /**
     * Finds the address under which this client is counted: an IPv4 address is its own, IPv6
     * addresses share that of their network, because one customer is handed a whole one (RFC 6177; at
     * least a /64) and could take a fresh address for every request.
     *
     * <p>Its text is the subject's: {@code 203.0.113.7}, {@code 2001:db8:1:1::}.
     *
     * @param ipv6Prefix in bits, 0 to 128; see {@link #DEFAULT_IPV6_PREFIX}
     * @return this, or the IPv6 network's first address
     * @throws IllegalArgumentException when the prefix is out of range and this is an IPv6 address
     */
    public IpAddress countedAs(int ipv6Prefix) {
        return isV4() ? this : network(ipv6Prefix);
    }

    /**
     * Finds the neighbourhood that is counted together as one subnet: a /24 of IPv4 or a /48 of IPv6.
     * Longer prefixes are not commonly routed, so what is smaller belongs to one operator.
     *
     * <p>Its text is the subject's: {@code 203.0.113.0/24}, {@code 2001:db8:1::/48}.
     *
     * @return the block that holds this address
     */
    public Cidr subnet() {
        int prefix = isV4() ? 24 : 48;
        return new Cidr(network(prefix), prefix);
    }

    /** Its 32 bits, of an IPv4 address. */
    long v4Number() {
        return low & 0xffff_ffffL;
    }

    /** The longest prefix of this address's family: 32 or 128. */
    int maxPrefix() {
        return isV4() ? IPV4_BITS : IPV6_BITS;
    }

    /** Whether both are of one family and agree in the leading {@code prefix} bits. */
    boolean sharesPrefix(IpAddress other, int prefix) {
        int bits = bits128(prefix);
        return isV4() == other.isV4()
                && ((high ^ other.high) & highMask(bits)) == 0
                && ((low ^ other.low) & lowMask(bits)) == 0;
    }

    private int bits128(int prefix) {
        if (prefix < 0 || prefix > maxPrefix()) {
            throw new IllegalArgumentException(
                    "prefix length " + prefix + " for " + this + " is out of range; use 0 to " + maxPrefix() + " bits");
        }
        return isV4() ? MAPPED_BITS + prefix : prefix;
    }

    private static long highMask(int bits) {
        return bits == 0 ? 0 : bits >= Long.SIZE ? -1L : -1L << (Long.SIZE - bits);
    }

    private static long lowMask(int bits) {
        return bits <= Long.SIZE ? 0 : -1L << (IPV6_BITS - bits);
    }

    @Override
    public int compareTo(IpAddress other) {
        if (isV4() != other.isV4()) {
            return isV4() ? -1 : 1;
        }
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Long.hashCode(low);
    }

    /**
     * The canonical text: dotted decimal for IPv4, RFC 5952 section 4 for IPv6 (lower case, no leading
     * zeros, the longest run of zero groups as {@code ::}). An embedded IPv4 address is written in
     * hexadecimal: the mapped form, which alone is always known as such, does not occur.
     */
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = isV4() ? IpFormat.v4((int) low) : IpFormat.v6(high, low);
            text = known;
        }
        return known;
    }
}
