package io.github.limiter.replay;

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

    /** A position, or 0 for none. */
    static int position(@Nullable String column, int usual) {
        return column == null ? usual : Integer.parseInt(column);
    }
}
