package io.github.limiter.replay;

/**
 * Whether an address shows, by what is loaded from it, that many people are behind it: five browsers that differ, each of which
 * has loaded three different things that pages need. Of a log nothing better can be had; an application knows who is logged
 * in. Bounded: the first eight browsers, three things of each, by their hashes.
 */
final class ManyPeople {

    private static final int ENOUGH = 5;
    private static final int BROWSERS = 8;
    private static final int THINGS = 3;

    private final int[] browsers = new int[BROWSERS];
    private final int[] things = new int[BROWSERS * THINGS];
    private final byte[] counts = new byte[BROWSERS];
    private int known;
    private int people;

    /** Something that a page needs was loaded. */
    void loaded(String agent, String path) {
        int browser = browser(agent.hashCode());
        if (browser < 0 || counts[browser] == THINGS) {
            return;
        }
        int thing = path.hashCode();
        int begin = browser * THINGS;
        for (int i = begin; i < begin + counts[browser]; i++) {
            if (things[i] == thing) {
                return;
            }
        }
        things[begin + counts[browser]] = thing;
        if (++counts[browser] == THINGS) {
            people++;
        }
    }

    private int browser(int hash) {
        for (int i = 0; i < known; i++) {
            if (browsers[i] == hash) {
                return i;
            }
        }
        if (known == BROWSERS) {
            return -1;
        }
        browsers[known] = hash;
        return known++;
    }

    boolean isCertain() {
        return people >= ENOUGH;
    }
}
