package io.github.limiter.ban;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** How callers stand, as far as this node knows, and what to do where it is not certain. Thread-safe. */
final class Lookout {

    /** Those that every caller may be banned as, whatever its dimensions. */
    private static final List<String> ALWAYS = List.of(Dimensions.IP, Dimensions.USER);

    private static final List<String> IF_SEEN = List.of(Dimensions.DEVICE, Dimensions.SUBNET);

    private final BanStore store;
    private final BanTable table;
    private final Offender offender;
    private final LookUps lookUps;
    private final LocalCopy copy;

    Lookout(BanStore store, BanTable table, Offender offender, BanSettings settings, LocalCopy copy) {
        this.store = store;
        this.table = table;
        this.offender = offender;
        this.lookUps = new LookUps(store, table, settings.deadline());
        this.copy = copy;
    }

    Standing find(Subject subject) {
        return table.find(subject, store.ticks());
    }

    Standing find(Caller caller) {
        if (table.isEmpty()) {
            return Standing.CLEAR;
        }
        long now = store.ticks();
        Standing worst = Standing.CLEAR;
        for (String dimension : ALWAYS) {
            worst = worse(worst, caller, dimension, now);
        }
        for (String dimension : IF_SEEN) {
            worst = worse(worst, caller, dimension, now);
        }
        return worst;
    }

    private Standing worse(Standing worst, Caller caller, String dimension, long now) {
        Subject subject = table.hasSeen(dimension) ? offender.of(caller, dimension) : null;
        return subject == null ? worst : worst.worse(table.find(subject, now));
    }

    List<Subject> challenged(Caller caller) {
        if (table.isEmpty()) {
            return List.of();
        }
        long now = store.ticks();
        return Stream.concat(ALWAYS.stream(), IF_SEEN.stream())
                .filter(table::hasSeen)
                .map(dimension -> Optional.ofNullable(offender.of(caller, dimension)))
                .flatMap(Optional::stream)
                .filter(subject -> table.find(subject, now).state() == Standing.State.CHALLENGED)
                .toList();
    }

    boolean isCertain() {
        return copy.isComplete() && store.isCurrent() && !table.isFull(store::ticks);
    }

    CompletionStage<Standing> standing(Caller caller) {
        Standing known = find(caller);
        if (known.isBanned() || isCertain()) {
            return CompletableFuture.completedFuture(known);
        }
        CompletionStage<Standing> worst = CompletableFuture.completedFuture(known);
        for (String dimension : ALWAYS) {
            Subject subject = offender.of(caller, dimension);
            if (subject != null) {
                worst = worst.thenCombine(lookUps.ask(subject), Standing::worse);
            }
        }
        return worst;
    }
}
