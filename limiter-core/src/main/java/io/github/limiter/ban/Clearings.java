package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When subjects were cleared, so that what was asked before and is answered after it is not taken. Exact for the latest
 * ones; of those that it had to forget it says so. Thread-safe.
 */
final class Clearings {

    /** More than are cleared while an answer is under way. */
    static final int MOST = 4_096;

    private final Map<Subject, Long> clearedAt = new LinkedHashMap<>();
    private long forgottenUntil = Long.MIN_VALUE;

    /** Whether an answer still holds. */
    enum Answer {
        HOLDS,
        /** The subject was cleared since it was asked for. */
        VOID,
        /** It is so old that nobody knows. */
        DOUBTFUL
    }

    synchronized void add(Subject subject, long at) {
        Long known = clearedAt.remove(subject);
        clearedAt.put(subject, known == null ? at : Math.max(known, at));
        if (clearedAt.size() > MOST) {
            var eldest = clearedAt.entrySet().iterator();
            forgottenUntil = Math.max(forgottenUntil, eldest.next().getValue());
            eldest.remove();
        }
    }

    synchronized Answer of(Subject subject, long askedAt) {
        Long cleared = clearedAt.get(subject);
        if (cleared != null) {
            return askedAt < cleared ? Answer.VOID : Answer.HOLDS;
        }
        return askedAt < forgottenUntil ? Answer.DOUBTFUL : Answer.HOLDS;
    }
}
