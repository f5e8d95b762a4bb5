package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** All dossiers in memory, in parts that are locked one by one, so that subjects seldom wait for each other. Bounded. */
final class Cabinet {

    private static final int MAX_PARTS = 64;
    private static final int MIN_PER_PART = 64;

    private final Dossiers[] parts;
    private final AtomicInteger bans = new AtomicInteger();

    Cabinet(int maxSubjects) {
        int count = Math.max(1, Math.min(MAX_PARTS, Integer.highestOneBit(maxSubjects / MIN_PER_PART)));
        parts = new Dossiers[count];
        for (int i = 0; i < count; i++) {
            parts[i] = new Dossiers(maxSubjects / count + (i < maxSubjects % count ? 1 : 0), bans);
        }
    }

    private Dossiers partOf(Subject subject) {
        int hash = subject.hashCode() * 0x9E3779B9;
        return parts[(hash >>> 16) & (parts.length - 1)];
    }

    /** Looks at a dossier; without one, at an empty one that is not kept. */
    <T> T read(Subject subject, long now, BiFunction<Dossier, Long, T> look) {
        Dossiers part = partOf(subject);
        part.lock();
        try {
            Dossier dossier = part.find(subject);
            return look.apply(dossier == null ? new Dossier(subject) : dossier, now);
        } finally {
            part.unlock();
        }
    }

    /** Works on a dossier, begun if need be. */
    <T> T change(Subject subject, long now, Function<Dossier, T> work) {
        Dossiers part = partOf(subject);
        part.lock();
        try {
            Dossier dossier = part.open(subject, now);
            T result = work.apply(dossier);
            part.settle(dossier, now);
            return result;
        } finally {
            part.unlock();
        }
    }

    /** Under the lock of each part, one after another. */
    void forEachPart(Consumer<Dossiers> look) {
        for (Dossiers part : parts) {
            part.lock();
            try {
                look.accept(part);
            } finally {
                part.unlock();
            }
        }
    }

    /** Whether anybody is banned, or was lately. */
    boolean hasBans() {
        return bans.get() != 0;
    }

    int size() {
        return Arrays.stream(parts).mapToInt(Dossiers::size).sum();
    }

    void forgetAll() {
        Arrays.stream(parts).forEach(Dossiers::forgetAll);
    }
}
