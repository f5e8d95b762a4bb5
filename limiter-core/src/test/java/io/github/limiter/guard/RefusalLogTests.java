package io.github.limiter.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators read of refusals. */
class RefusalLogTests {

    private long nanos;
    private final List<String> lines = new ArrayList<>();
    private final RefusalLog log = new RefusalLog(Duration.ofSeconds(10), () -> nanos, lines::add);
    private final Policies policies = new Policies(
            "shop", new AlgorithmRegistry(List.of()), new DimensionRegistry(64, MissingUser.IP, List.of()));
    private final Guard guard = new Guard(
            AllowList.EMPTY,
            new MemoryStore(100, TimeSource.system()),
            new WaitingRoom(TimeSource.system(), 1),
            List.of(log));

    private void call(String policy, Mode mode) {
        Limit limit = policies.define(new RatePolicy(
                policy,
                "fixed-window",
                Quota.of(1, Duration.ofDays(366)),
                "user",
                Tier.P1,
                mode,
                FailureMode.OPEN,
                false));
        guard.decide(new GuardRequest(new Caller(null, "carol", null), List.of(new Charge(limit, null, 1)), false));
    }

    @Test
    void saysNothingOfAdmittedCalls() {
        call("coupon", Mode.ENFORCE);

        assertThat(lines).isEmpty();
    }

    @Test
    void tellsWhoWasRefusedByWhatAndTheDecisionToLookUp() {
        call("coupon", Mode.ENFORCE);
        call("coupon", Mode.ENFORCE);

        assertThat(lines)
                .singleElement()
                .asString()
                .matches("Refused user:carol by coupon \\(1 per PT8784H\\), decision [0-9a-f]{16}");
    }

    @Test
    void tellsWhatShadowWouldHaveRefused() {
        call("trial", Mode.SHADOW);
        call("trial", Mode.SHADOW);

        assertThat(lines).singleElement().asString().startsWith("Would have refused user:carol by trial");
    }

    @Test
    void writesOneLineAPolicyAndIntervalAndCountsTheRest() {
        for (int i = 0; i < 100; i++) {
            call("coupon", Mode.ENFORCE);
            call("order", Mode.ENFORCE);
        }
        assertThat(lines).hasSize(2);

        nanos += Duration.ofSeconds(10).toNanos() - 1;
        call("coupon", Mode.ENFORCE);
        assertThat(lines).hasSize(2);

        nanos++;
        call("coupon", Mode.ENFORCE);
        assertThat(lines).hasSize(3).last().asString().endsWith("the last of 100 by this policy");
    }
}
