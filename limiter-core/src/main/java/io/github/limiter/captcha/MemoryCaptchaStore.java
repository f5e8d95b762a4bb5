package io.github.limiter.captcha;

import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Keeps challenges and passes in this JVM, under one lock that is held for moments. Thread-safe. */
public final class MemoryCaptchaStore implements CaptchaStore {

    private final ReentrantLock lock = new ReentrantLock();
    private final TimeSource time;
    private final Expiring<Challenge> challenges;
    private final Expiring<Missteps> missteps;
    private final Expiring<Pass> passes;

    /**
     * A store without anything in it.
     *
     * @param bound challenges kept at most, and passes, and counts of missteps; at least 1
     * @param time the clock
     */
    public MemoryCaptchaStore(int bound, TimeSource time) {
        this.time = time;
        this.challenges = new Expiring<>(bound);
        this.missteps = new Expiring<>(bound);
        this.passes = new Expiring<>(bound);
    }

    /** How many there were, and when the last one was. */
    private record Missteps(int count, long last) {

        static final Missteps NONE = new Missteps(0, 0);
    }

    /** Whom a pass is bound to so far. */
    private static final class Pass {

        private @Nullable String user;
        private final Set<String> networks = new HashSet<>(4);

        boolean accepts(Holder holder, int networks) {
            if (holder.user() == null) {
                return this.networks.contains(holder.network())
                        || this.networks.size() < networks && this.networks.add(holder.network());
            }
            if (user == null) {
                user = holder.user();
            }
            return user.equals(holder.user());
        }
    }

    @Override
    public CompletionStage<Void> keep(Challenge challenge) {
        return atOnce(now -> {
            challenges.put(challenge.id(), challenge, now + challenge.lifetime(), now);
            return null;
        });
    }

    @Override
    public CompletionStage<Optional<Challenge>> take(String id) {
        return atOnce(now -> {
            Expiring.Entry<Challenge> entry = challenges.remove(id, now);
            return entry == null ? Optional.empty() : Optional.of(entry.value().lasting(entry.end() - now));
        });
    }

    @Override
    public CompletionStage<Boolean> count(
            Subject who, Misstep misstep, int allowed, Duration window, Duration spacing) {
        String key = who.text() + ' ' + misstep;
        return atOnce(now -> {
            Expiring.Entry<Missteps> entry = missteps.get(key, now);
            Missteps before = entry == null ? Missteps.NONE : entry.value();
            if (entry != null && now - before.last < micros(spacing)) {
                return false;
            }
            if (before.count + 1 >= allowed) {
                missteps.remove(key, now);
                return true;
            }
            long end = entry == null ? now + micros(window) : entry.end();
            missteps.put(key, new Missteps(before.count + 1, now), end, now);
            return false;
        });
    }

    @Override
    public CompletionStage<Void> grant(String pass, Duration lifetime) {
        return atOnce(now -> {
            passes.put(pass, new Pass(), now + micros(lifetime), now);
            return null;
        });
    }

    @Override
    public CompletionStage<Boolean> accept(String pass, Holder holder, int networks) {
        return atOnce(now -> {
            Expiring.Entry<Pass> entry = passes.get(pass, now);
            return entry != null && entry.value().accepts(holder, networks);
        });
    }

    @Override
    public CompletionStage<Void> revoke(String pass) {
        return atOnce(now -> {
            passes.remove(pass, now);
            return null;
        });
    }

    private <T extends @Nullable Object> CompletionStage<T> atOnce(LongFunction<T> step) {
        lock.lock();
        try {
            return CompletableFuture.completedFuture(step.apply(time.micros()));
        } finally {
            lock.unlock();
        }
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    /** What is kept at the moment, of whatever kind: for tests. */
    int size() {
        lock.lock();
        try {
            return challenges.size() + missteps.size() + passes.size();
        } finally {
            lock.unlock();
        }
    }
}
