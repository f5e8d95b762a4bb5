package io.github.limiter.replay;

/**
 * Hands out the same text for the same part of lines, so that what many lines have in common is made and hashed once.
 * Bounded: one text a slot, the latest. For one thread.
 */
final class TextMemo {

    private static final int SLOTS = 1 << 13;
    private static final int LONGEST = 512;

    private final String[] known = new String[SLOTS];

    String of(String line, int start, int end) {
        int length = end - start;
        if (length > LONGEST) {
            return line.substring(start, end);
        }
        int hash = length;
        // The ends differ most, and a few characters tell enough: what falls into one slot is compared.
        for (int i = Math.max(start, end - 12); i < end; i++) {
            hash = 31 * hash + line.charAt(i);
        }
        int middle = start + length / 2;
        for (int i = Math.max(start, middle - 12); i < middle; i++) {
            hash = 31 * hash + line.charAt(i);
        }
        int slot = (hash * 0x9E3779B9) >>> 19;
        String text = known[slot];
        if (text == null || text.length() != length || !text.regionMatches(0, line, start, length)) {
            text = line.substring(start, end);
            known[slot] = text;
        }
        return text;
    }
}
