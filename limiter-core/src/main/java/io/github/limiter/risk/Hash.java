package io.github.limiter.risk;

import java.util.concurrent.ThreadLocalRandom;

/**
 * FNV-1a of 64 bits, finished as in SplitMix64 and cut to 52 bits, which Lua's numbers hold. The same on all nodes. Who
 * makes two values collide makes himself look calmer by one; nothing else depends on it.
 */
final class Hash {

    static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;
    private static final int BITS = 52;

    private Hash() {}

    static long add(long hash, char c) {
        return (hash ^ c) * PRIME;
    }

    static long end(long hash) {
        long mixed = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return (mixed ^ mixed >>> 31) >>> (Long.SIZE - BITS);
    }

    /** One that nothing else has, as far as chance goes: what is never the same again. */
    static long once() {
        return ThreadLocalRandom.current().nextLong() >>> (Long.SIZE - BITS);
    }

    static long of(String text) {
        long hash = START;
        for (int i = 0; i < text.length(); i++) {
            hash = add(hash, text.charAt(i));
        }
        return end(hash);
    }
}
