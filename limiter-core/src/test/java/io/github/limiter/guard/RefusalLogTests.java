package io.github.limiter.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.algorithm.AlgorithmRegistry;
import io.github.limiter.annotation.FailureMode;
import io.github.limiter.annotation.Mode;
import io.github.limiter.annotation.Tier;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.policy.Quota;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.GoodBots;
import io.github.limiter.risk.MemoryRiskStore;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskGuard;
import io.github.limiter.risk.Sanctions;
import io.github.limiter.store.MemoryStore;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators read of refusals. */
class RefusalLogTests {

    private long nanos;
    private final List<String> lines = new ArrayList<>();
    private final RefusalLog log = new RefusalLog(Duration.ofSeconds(10), false, () -> nanos, lines::add);
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

    @ParameterizedTest
    @CsvSource({
        "false, 203.0.113.7,        ip:203.0.113.7",
        "true,  203.0.113.7,        ip:203.0.113.0/24",
        "true,  2001:db8:1:2::7,    ip:2001:db8:1::/48",
    })
    void maskAddressesIfTheyAreTo(boolean mask, String address, String shown) {
        List<String> told = new ArrayList<>();
        RefusalLog masked = new RefusalLog(Duration.ZERO, mask, () -> nanos, told::add);
        Caller caller = new Caller(
                new ClientAddress(Objects.requireNonNull(IpAddress.tryParse(address)), Origin.PEER), null, null);
        Limit limit = policies.define(new RatePolicy(
                "all",
                "fixed-window",
                Quota.of(1, Duration.ofDays(366)),
                "ip",
                Tier.P1,
                Mode.ENFORCE,
                FailureMode.OPEN,
                false));
        GuardRequest request = new GuardRequest(caller, List.of(new Charge(limit, null, 1)), false);
        guard.decide(request);
        masked.onDecision(guard.decide(request));

        RiskGuard risk = new RiskGuard(
                List.of(BuiltInScenes.find("crawler", Mode.ENFORCE).orElseThrow()),
                new DimensionRegistry(64, MissingUser.SKIP, List.of()),
                new MemoryRiskStore(100, TimeSource.system()),
                GoodBots.published(),
                List.of(),
                TrapPaths.of(List.of(), "honeypots"),
                Sanctions.NONE);
        RequestFacts facts =
                new RequestFacts("GET", RequestPath.of("/"), null, "Googlebot/2.1", null, null, true, true);
        masked.onDecision(guard.assess(risk, "crawler", RiskEvent.of(caller, facts))
                .toCompletableFuture()
                .join());

        assertThat(told)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).containsPattern("(Refused|of) " + Pattern.quote(shown) + "( |:)"))
                .anySatisfy(line -> assertThat(line).startsWith("Risk control: challenge"));
    }
}
