package io.github.limiter.ban;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A place in the list of all bans, which is in the order of their ends. */
record BanCursor(long until, String subject) implements Comparable<BanCursor> {

    private static final Comparator<BanCursor> ORDER =
            Comparator.comparingLong(BanCursor::until).thenComparing(BanCursor::subject);
    private static final BanCursor BEGINNING = new BanCursor(0, "");
    private static final int MOST = 1_000;

    static BanCursor of(Ban ban) {
        Instant lapses = ban.lapses();
        return new BanCursor(
                lapses == null ? Long.MAX_VALUE : Micros.of(lapses),
                ban.subject().text());
    }

    static BanCursor parse(@Nullable String text, int size) {
        if (size < 1 || size > MOST) {
            throw new IllegalArgumentException("a page of " + size + " bans; ask for 1 to " + MOST);
        }
        if (text == null) {
            return BEGINNING;
        }
        int colon = text.indexOf(':');
        try {
            return new BanCursor(Long.parseLong(text, 0, Math.max(0, colon), 10), text.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + PlainText.of(text, 100) + "' is no cursor that a page has named", e);
        }
    }

    String text() {
        return until + ":" + subject;
    }

    boolean isBefore(Ban ban) {
        return compareTo(of(ban)) < 0;
    }

    @Override
    public int compareTo(BanCursor other) {
        return ORDER.compare(this, other);
    }
}
