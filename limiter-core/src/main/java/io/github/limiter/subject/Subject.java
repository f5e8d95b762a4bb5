package io.github.limiter.subject;

import io.github.limiter.annotation.Dimensions;
import org.jspecify.annotations.Nullable;

/**
 * A dimension with a value: who is counted, struck, banned. Its {@link #text()} is the same in Java, Lua, nginx, URLs
 * and logs. Immutable.
 */
public final class Subject implements Comparable<Subject> {

    /** Longer values are only longer to read; stores keep one for each count. */
    private static final int MAX_READABLE = 256;

    private final String dimension;
    private final String value;
    private final String keyText;

    /** Made when it is asked for: counting in memory needs none. */
    private @Nullable String text;

    private Subject(String dimension, String value, String keyText) {
        this.dimension = dimension;
        this.value = value;
        this.keyText = keyText;
    }

    /**
     * The subject of a dimension. A long or odd value is hashed in the text, see {@link KeyText}.
     *
     * @param dimension canonical name of the dimension
     * @param value who, of any length and content
     * @return the subject
     */
    public static Subject of(String dimension, String value) {
        String readable = value.length() > MAX_READABLE ? value.substring(0, MAX_READABLE) : value;
        return new Subject(dimension, readable, KeyText.of(value));
    }

    /** For values that the library itself has written and that need no look. */
    static Subject trusted(String dimension, String value) {
        return new Subject(dimension, value, value);
    }

    /**
     * The subject of a text.
     *
     * @param text as {@link #text()} has it
     * @param value the value as it came, if it is known; null: as it is in the text
     * @return the subject
     */
    public static Subject ofText(String text, @Nullable String value) {
        int colon = text.indexOf(':');
        String dimension = colon < 0 ? text : text.substring(0, colon);
        String keyText = colon < 0 ? "" : text.substring(colon + 1);
        return new Subject(dimension, value == null ? keyText : value, keyText);
    }

    /**
     * Name of the dimension.
     *
     * @return canonical name
     */
    public String dimension() {
        return dimension;
    }

    /**
     * The value as it came, for people to read.
     *
     * @return any text, cut after 256 characters
     */
    public String value() {
        return value;
    }

    /**
     * The value as it stands in keys.
     *
     * @return printable ASCII of at most 64 characters for a {@linkplain #of value of any content}; may be empty
     */
    public String keyText() {
        return keyText;
    }

    /**
     * The one text of this subject, such as {@code ip:203.0.113.7}.
     *
     * @return printable ASCII, of bounded length, without braces
     */
    public String text() {
        String known = text;
        if (known == null) {
            known = keyText.isEmpty() ? dimension : dimension + ':' + keyText;
            text = known;
        }
        return known;
    }

    /**
     * The text without what tells one address from its neighbours: an address stands as its network.
     *
     * @return {@code ip:203.0.113.0/24}, {@code ip:2001:db8:1::/48}; the text of any other dimension as it is
     */
    public String masked() {
        IpAddress address = dimension.equals(Dimensions.IP) ? IpAddress.tryParse(keyText) : null;
        return address == null ? text() : dimension + ':' + address.subnet();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Subject that && keyText.equals(that.keyText) && dimension.equals(that.dimension);
    }

    @Override
    public int hashCode() {
        return dimension.hashCode() * 31 + keyText.hashCode();
    }

    /** Some order. It is for hash maps, in which those who choose subjects may choose many of one hash code. */
    @Override
    public int compareTo(Subject other) {
        int byValue = keyText.compareTo(other.keyText);
        return byValue != 0 ? byValue : dimension.compareTo(other.dimension);
    }

    @Override
    public String toString() {
        return text();
    }
}
