package io.github.limiter.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Mode;
import io.github.limiter.path.RequestPath;
import io.github.limiter.path.TrapPaths;
import io.github.limiter.risk.traffic.Attackers;
import io.github.limiter.risk.traffic.People;
import io.github.limiter.risk.traffic.Tally;
import io.github.limiter.risk.traffic.Visit;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.ClientAddress.Origin;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.IpAddress;
import io.github.limiter.subject.MissingUser;
import io.github.limiter.time.ManualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attackers and people in a shop that is not there, by the built-in scenes as they are. */
class SimulatedShopTests {

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-02T03:00:00Z"));
    private final RiskGuard guard = new RiskGuard(
            Stream.of("crawler", "login", "coupon")
                    .map(name -> BuiltInScenes.find(name, Mode.ENFORCE).orElseThrow())
                    .toList(),
            new DimensionRegistry(64, MissingUser.SKIP, List.of()),
            new MemoryRiskStore(10_000, time),
            GoodBots.published(),
            List.of(),
            TrapPaths.of(List.of(), "honeypots"),
            Sanctions.NONE);
    private final Tally tally = new Tally();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyAttackerIsStoppedAndNobodyElse(long seed) {
        List<Visit> visits = new ArrayList<>(Attackers.all(seed));
        visits.addAll(People.all(seed));
        visits.sort(Visit.BY_TIME);

        long before = 0;
        for (Visit visit : visits) {
            time.advanceMicros(visit.micros() - before);
            before = visit.micros();
            visit(visit);
        }

        assertThat(tally.refused("person-", "colleague-")).isEmpty();
        assertThat(tally.of("uniform poller").untilStopped()).isBetween(0L, 40L);
        assertThat(tally.of("crowd").untilStopped()).isBetween(0L, 400L);
        assertThat(tally.of("50 accounts, one address").untilStopped()).isBetween(0L, 15L);
        assertThat(tally.of("one account, 20 addresses").untilStopped()).isBetween(0L, 15L);
        assertThat(tally.of("stuffing").untilStopped()).isBetween(0L, 60L);
        assertThat(tally.of("false Googlebot").untilStopped()).isZero();
    }

    private void visit(Visit visit) {
        Caller caller = new Caller(
                new ClientAddress(IpAddress.tryParse(visit.address()), Origin.FORWARDED), visit.user(), null);
        int question = visit.path().indexOf('?');
        String path = question < 0 ? visit.path() : visit.path().substring(0, question);
        RequestFacts request = new RequestFacts(
                visit.method(),
                RequestPath.of(path),
                question < 0 ? null : visit.path().substring(question + 1),
                visit.headers().get("User-Agent"),
                visit.headers().get("Referer"),
                visit.headers().get("Accept-Language"),
                true,
                true);
        RiskEvent event = RiskEvent.of(caller, request);
        if (!admits("crawler", event, visit)) {
            return;
        }
        RiskResult result = RiskResult.SUCCESS;
        if (path.equals("/login")) {
            String name = visit.form().get("username");
            RiskEvent login = new RiskEvent(caller, request, name, null);
            if (!admits("login", login, visit)) {
                return;
            }
            if (!visit.form().get("password").equals(name)) {
                result = RiskResult.ofStatus(401);
                guard.settle("login", login, result);
            }
        } else if (path.endsWith("/claim")) {
            RiskEvent claim = new RiskEvent(caller, request, path.split("/")[2], null);
            if (!admits("coupon", claim, visit)) {
                return;
            }
        }
        guard.settle("crawler", event, result);
        tally.add(visit, true, "");
    }

    private boolean admits(String scene, RiskEvent event, Visit visit) {
        Assessment assessment = guard.assess(scene, event).toCompletableFuture().join();
        if (!assessment.admits()) {
            tally.add(visit, false, assessment.action() + " " + assessment.explanation());
        }
        return assessment.admits();
    }
}
