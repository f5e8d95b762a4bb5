package io.github.limiter.guard;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.Algorithms;
import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.CidrSet;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddressResolver;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A guard over memory on a clock that stands still, and callers for it. */
final class GuardFixture {

    static final String PROXY = "10.0.0.1";
    static final Quota ONE_A_MINUTE = Quota.of(1, Duration.ofMinutes(1));

    private static final ClientAddressResolver RESOLVER =
            new ClientAddressResolver(CidrSet.parse(List.of(PROXY)), "X-Forwarded-For");

    final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
    final MemoryStore store = new MemoryStore(1_000, time);
    final List<Decision> heard = new ArrayList<>();

    static Policies policies(MissingUser missingUser) {
        return policies("shop", missingUser);
    }

    static Policies policies(String application, MissingUser missingUser) {
        return new Policies(
                application, new AlgorithmRegistry(List.of()), new DimensionRegistry(64, missingUser, List.of()));
    }

    /** An enforced sliding window that admits one call a minute. */
    static RatePolicy policy(String name, String dimension) {
        return new RatePolicy(
                name,
                Algorithms.SLIDING_WINDOW,
                ONE_A_MINUTE,
                dimension,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                false);
    }

    static RatePolicy leaky(String name, Quota quota) {
        return new RatePolicy(
                name,
                Algorithms.LEAKY_BUCKET,
                quota,
                Dimensions.GLOBAL,
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.BY_TIER,
                false);
    }

    Guard guard(AllowList allowList) {
        return guard(allowList, 0);
    }

    Guard guard(AllowList allowList, int seats) {
        return new Guard(allowList, store, new WaitingRoom(time, seats), List.of(heard::add));
    }

    static Caller from(String address) {
        return new Caller(address(address), null, "a request");
    }

    static Caller user(String name) {
        return new Caller(address("192.0.2.1"), name, "a request");
    }

    static ClientAddress address(String peer) {
        return RESOLVER.resolve(peer, List.of());
    }

    static GuardRequest request(Caller caller, Limit... limits) {
        List<Charge> charges = List.of(limits).stream()
                .map(limit -> new Charge(limit, null, 1))
                .toList();
        return new GuardRequest(caller, charges, true);
    }
}
