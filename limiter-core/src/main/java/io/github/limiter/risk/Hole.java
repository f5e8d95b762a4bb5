package io.github.limiter.risk;

/**
 * What scanners ask for where it is not.
 *
 * @param word by which it is known
 * @param counts how asking for it counts
 */
record Hole(String word, Counts counts) {

    /** From what counts most to what counts least. */
    enum Counts {
        /** Each request: no site links to it, and nobody keeps a bookmark of it. */
        EACH,
        /** Each path once: programs and people may ask for it again and again. */
        PATH,
        /** Each path once, unless a link led there. */
        LOOSE,
        /** All of that name once, unless a link led there. */
        NAME;

        boolean isMoreThan(Counts other) {
            return compareTo(other) < 0;
        }

        boolean sparesLinked() {
            return this == LOOSE || this == NAME;
        }
    }
}
