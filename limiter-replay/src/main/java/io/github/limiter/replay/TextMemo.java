package io.github.limiter.replay;

/**
 * Hands out the same text for the same part of lines, so that what many lines have in common is made and hashed once.
 * Bounded: one text a slot, the latest. For one thread.
 */
final class TextMemo {

    private static final int SLOT_BITS = 13;
    private static final int LONGEST = 512;

    private final String[] known = new String[1 << SLOT_BITS];

    String of(String line, int start, int end) {
        String text = line.substring(start, end);
        if (text.length() > LONGEST) {
            return text;
        }
        int slot = slot(text);
        if (text.equals(known[slot])) {
            return known[slot];
        }
        known[slot] = text;
        return text;
    }

    /** Of two sums, which a processor works out side by side. */
    private static int slot(String text) {
        int even = text.length();
        int odd = 0;
        for (int i = 1; i < text.length(); i += 2) {
            even = 31 * even + text.charAt(i - 1);
            odd = 31 * odd + text.charAt(i);
        }
        int last = text.isEmpty() ? 0 : text.charAt(text.length() - 1);
        return ((even * 0x85EBCA6B ^ odd) + last) * 0x9E3779B9 >>> Integer.SIZE - SLOT_BITS;
    }
}
