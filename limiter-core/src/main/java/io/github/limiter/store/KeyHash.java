package io.github.limiter.store;

import io.github.limiter.subject.Subject;
import java.security.SecureRandom;

/**
 * The hash code of a key, by random numbers of a store: callers choose keys, and {@link String#hashCode()} is for
 * everybody to compute. Any two keys are given one hash code once in 2<sup>32</sup>, whoever chose them (multilinear
 * hashing: Lemire and Kaser, "Strongly universal string hashing is fast", 2014).
 */
final class KeyHash {

    /** For the 64 characters that a text may have, two a number. */
    private static final int NUMBERS_PER_TEXT = 32;

    private final long[] numbers;

    /** Draws the numbers, for which it may have to wait: not to be called where nobody may. */
    KeyHash() {
        numbers = new SecureRandom().longs(2 * NUMBERS_PER_TEXT + 3).toArray();
    }

    int of(CounterKey key) {
        Subject subject = key.subject();
        String refinement = key.refinement();
        int names = 2 * NUMBERS_PER_TEXT;
        // These two are the application's to choose, and few.
        long sum = (numbers[names] + key.scope().hashCode())
                * (numbers[names + 1] + subject.dimension().hashCode());
        sum += of(subject.keyText(), 0);
        if (refinement != null) {
            sum += of(refinement, NUMBERS_PER_TEXT);
        }
        return (int) (sum >>> 32);
    }

    /** Four characters at a time, by two numbers and one multiplication; the length counts, as zeros would not. */
    private long of(String text, int first) {
        int length = text.length();
        long sum = numbers[2 * NUMBERS_PER_TEXT + 2] * length;
        int at = 0;
        for (int i = 0; at < length; at += 4) {
            int number = first + (i & NUMBERS_PER_TEXT - 1);
            sum += (numbers[number] + pair(text, at, length)) * (numbers[number + 1] + pair(text, at + 2, length));
            i += 2;
        }
        return sum;
    }

    /** Two characters, or what is left. */
    private static long pair(String text, int at, int length) {
        long first = at < length ? text.charAt(at) : 0;
        long second = at + 1 < length ? text.charAt(at + 1) : 0;
        return first | second << 16;
    }
}
