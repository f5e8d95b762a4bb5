package io.github.limiter.replay;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a line has what formats do not agree on: a position from 1 in the combined format, in which text in quotes or
 * brackets is one column; a name in JSON.
 *
 * @param address the peer's address; null for the usual place
 * @param forwarded the forwarding header; null if there is none
 * @param user who was logged in; null for the usual place
 */
record Columns(
        @Nullable String address,
        @Nullable String forwarded,
        @Nullable String user) {

    static final Columns USUAL = new Columns(null, null, null);

    /** Whether the combined format can be read so. */
    boolean areNumbers() {
        return Stream.of(address, forwarded, user)
                .allMatch(column -> column == null || column.matches("[1-9][0-9]{0,3}"));
    }

    /** A position, or 0 for none. */
    static int position(@Nullable String column, int usual) {
        return column == null ? usual : Integer.parseInt(column);
    }
}
