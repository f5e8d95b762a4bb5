package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Subjects of whom the store said a moment ago that they are in the clear. Bounded; one may take the place of another. */
final class CleanSubjects {

    private static final int SLOTS = 1 << 14;
    private static final long HELD_MICROS = 1_000_000;

    private final AtomicReferenceArray<@Nullable Clean> slots = new AtomicReferenceArray<>(SLOTS);

    private record Clean(Subject subject, long until) {}

    boolean contains(Subject subject, long now) {
        Clean clean = slots.get(slotOf(subject));
        return clean != null && clean.until > now && clean.subject.equals(subject);
    }

    void add(Subject subject, long askedAt) {
        slots.set(slotOf(subject), new Clean(subject, askedAt + HELD_MICROS));
    }

    private static int slotOf(Subject subject) {
        return (subject.hashCode() * 0x9E3779B9) >>> 18;
    }
}
