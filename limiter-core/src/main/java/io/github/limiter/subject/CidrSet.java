package io.github.limiter.subject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of address blocks that answers whether an address is in any of them, in O(log n) without
 * garbage.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class CidrSet {

    private static final CidrSet EMPTY = new CidrSet(new Cidr[0]);

    /**
     * Sorted by network, none inside another. Two blocks overlap only if one holds the other, so the
     * last one that starts at or before an address is the only one that can hold it.
     */
    private final Cidr[] blocks;

    /** The first and the last addresses of the IPv4 blocks, which come first, as numbers. */
    private final long[] v4First;

    private final long[] v4Last;

    private CidrSet(Cidr[] blocks) {
        this.blocks = blocks;
        int v4 = 0;
        while (v4 < blocks.length && blocks[v4].network().isV4()) {
            v4++;
        }
        v4First = new long[v4];
        v4Last = new long[v4];
        for (int i = 0; i < v4; i++) {
            v4First[i] = blocks[i].network().v4Number();
            v4Last[i] = v4First[i] | 0xffff_ffffL >>> blocks[i].prefix();
        }
    }

    /** {@return the set without any block} */
    public static CidrSet empty() {
        return EMPTY;
    }

    /**
     * Makes a set of blocks.
     *
     * @param blocks in any order; duplicates and overlaps are allowed
     * @return a set that holds what any of them holds
     */
    public static CidrSet of(Collection<Cidr> blocks) {
        List<Cidr> sorted = new ArrayList<>(blocks);
        sorted.sort(Comparator.comparing(Cidr::network).thenComparing(Cidr::prefix)); // widest first
        List<Cidr> kept = new ArrayList<>(sorted.size());
        for (Cidr block : sorted) {
            if (kept.isEmpty() || !kept.get(kept.size() - 1).contains(block)) {
                kept.add(block);
            }
        }
        return kept.isEmpty() ? EMPTY : new CidrSet(kept.toArray(Cidr[]::new));
    }

    /**
     * Makes a set of blocks and single addresses as a user writes them.
     *
     * @param texts each as {@link Cidr#parse} reads it
     * @return a set that holds what any of them holds
     * @throws IllegalArgumentException for the first text that {@link Cidr#parse} refuses
     */
    public static CidrSet parse(Collection<String> texts) {
        return of(texts.stream().map(Cidr::parse).toList());
    }

    /**
     * Tells whether an address is in one of the blocks.
     *
     * @param address any
     * @return whether it is
     */
    public boolean contains(IpAddress address) {
        return address.isV4() ? containsV4(address.v4Number()) : containsV6(address);
    }

    private boolean containsV4(long number) {
        int at = Arrays.binarySearch(v4First, number);
        return at >= 0 || at < -1 && number <= v4Last[-at - 2];
    }

    private boolean containsV6(IpAddress address) {
        int from = v4First.length;
        int to = blocks.length;
        while (from < to) { // the first block that starts after the address
            int middle = (from + to) >>> 1;
            if (blocks[middle].network().compareTo(address) <= 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from > v4First.length && blocks[from - 1].contains(address);
    }

    /**
     * Tells whether any address of a block is in one of the blocks.
     *
     * @param block any
     * @return whether it is
     */
    public boolean overlaps(Cidr block) {
        for (Cidr each : blocks) {
            if (each.contains(block) || block.contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether there is no block, so that nothing is contained} */
    public boolean isEmpty() {
        return blocks.length == 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CidrSet that && Arrays.equals(blocks, that.blocks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(blocks);
    }

    /** The blocks in order, those inside another one left out. */
    @Override
    public String toString() {
        return Arrays.toString(blocks);
    }
}
