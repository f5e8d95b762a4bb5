package io.github.limiter.ban;

import io.github.limiter.policy.BanRule;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Subject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Offences that would count for nothing if they came again, so that no store is asked about them: whoever asks for one
 * missing path a thousand times costs next to nothing. Bounded; one may take the place of another. Thread-safe.
 */
final class Repeats {

    private static final int SLOTS = 1 << 14;

    /** An item counts as of the last time: of that, so much of the rule's time is given away. */
    private static final int SHARE = 10;

    private final AtomicReferenceArray<@Nullable Known> slots = new AtomicReferenceArray<>(SLOTS);
    private final AtomicInteger generation = new AtomicInteger();

    /** An offence; of a rule that counts none for the time being, it has no item. */
    private record Known(
            Subject subject, String rule, @Nullable String item, long until, int generation) {

        boolean holds(Subject subject, BanRule rule, @Nullable String item, long now, int generation) {
            return until > now
                    && this.generation == generation
                    && this.subject.equals(subject)
                    && this.rule.equals(rule.name())
                    && (this.item == null ? item == null : this.item.equals(item));
        }
    }

    /** Whether an offence counts for nothing. */
    boolean contains(Subject subject, BanRule rule, @Nullable String item, long now) {
        return isKnown(subject, rule, null, now)
                || rule.distinct() && item != null && isKnown(subject, rule, item, now);
    }

    private boolean isKnown(Subject subject, BanRule rule, @Nullable String item, long now) {
        Known known = slots.get(slotOf(subject, rule, item));
        return known != null && known.holds(subject, rule, item, now, generation.get());
    }

    /** Takes note of an offence that a store was asked about. */
    void add(Subject subject, BanRule rule, @Nullable String item, Standing after, long askedAt, int generation) {
        if (after.isBanned() && !rule.whileBanned()
                || after.change() != Standing.Change.NONE && after.change() != Standing.Change.STRUCK) {
            return;
        }
        if (after.quiet() > 0) {
            add(new Known(subject, rule.name(), null, askedAt + after.quiet(), generation), rule);
        } else if (rule.distinct() && item != null) {
            add(new Known(subject, rule.name(), item, askedAt + Micros.of(rule.within()) / SHARE, generation), rule);
        }
    }

    private void add(Known known, BanRule rule) {
        slots.set(slotOf(known.subject, rule, known.item), known);
    }

    /** What {@link #add} wants to know from before the store was asked. */
    int generation() {
        return generation.get();
    }

    /** Strikes were cleared, or may have been. */
    void forgetAll() {
        generation.incrementAndGet();
    }

    private static int slotOf(Subject subject, BanRule rule, @Nullable String item) {
        int hash = (31 * subject.hashCode() + rule.name().hashCode()) * 31 + (item == null ? 0 : item.hashCode());
        return (hash * 0x9E3779B9) >>> 18;
    }
}
