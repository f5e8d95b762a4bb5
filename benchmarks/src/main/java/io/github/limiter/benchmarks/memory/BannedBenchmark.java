package io.github.limiter.benchmarks.memory;

import io.github.limiter.ban.BanSettings;
import io.github.limiter.ban.Bans;
import io.github.limiter.ban.Immunity;
import io.github.limiter.ban.MemoryBanStore;
import io.github.limiter.ban.Witness;
import io.github.limiter.guard.AllowList;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Guard;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.Shedding;
import io.github.limiter.guard.WaitingRoom;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.LimiterStore;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.subject.Subject;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Time of a decision about a caller that this node knows to be banned, among ten thousand, so that no store is asked. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class BannedBenchmark {

    private static final int BANNED = 10_000;

    private final ClientAddressResolver addresses = new ClientAddressResolver(CidrSet.empty(), "X-Forwarded-For");
    private Bans bans;
    private Guard guard;
    private GuardRequest request;
    private Caller stranger;

    /** Made by JMH. */
    public BannedBenchmark() {}

    /** Bans by hand. */
    @Setup
    public void ban() {
        TimeSource time = TimeSource.system();
        bans = new Bans(
                new MemoryBanStore(2 * BANNED, time),
                BanSettings.DEFAULT,
                new DimensionRegistry(64, MissingUser.IP, List.of()),
                Immunity.NOBODY,
                List.of(),
                Witness.NONE,
                List.of());
        for (int i = 0; i < BANNED; i++) {
            bans.ban(Subject.of("ip", "198.51." + i / 256 + '.' + i % 256), Duration.ofDays(1), "benchmark", "nobody")
                    .toCompletableFuture()
                    .join();
        }
        guard = new Guard(
                AllowList.EMPTY, Shedding.NONE, new NoStore(), new WaitingRoom(time, 0), List.of(), bans, true);
        request = new GuardRequest(from("198.51.7.7"), List.of(), false);
        stranger = from("203.0.113.7");
    }

    private Caller from(String address) {
        return new Caller(addresses.resolve(address, List.of()), null, "a request");
    }

    /**
     * The whole decision.
     *
     * @return a refusal
     */
    @Benchmark
    public Decision banned() {
        return guard.decide(request);
    }

    /**
     * What it costs those who are not.
     *
     * @return in the clear
     */
    @Benchmark
    public Standing notBanned() {
        return bans.find(stranger);
    }

    /** Nothing may be asked of it. */
    private static final class NoStore implements LimiterStore {

        @Override
        public CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks) {
            throw new IllegalStateException("asked about a banned caller");
        }

        @Override
        public CompletionStage<Void> giveBack(List<LimitResult> results) {
            throw new IllegalStateException("asked about a banned caller");
        }
    }
}
