package io.github.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Outcome;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.Finding;
import io.github.limiter.risk.Signals;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTests {

    @Test
    void aRefusalByASceneListsItsSignalsWithTheirValuesAndThresholds() {
        SignalRule rule = SignalRule.of("regular", Signals.REGULAR, Dimensions.IP, 800, 60);
        Assessment assessment = new Assessment(
                Scene.of("crawler", Mode.ENFORCE, List.of(rule)),
                RiskAction.CHALLENGE,
                60,
                List.of(new Finding(rule, Subject.of(Dimensions.IP, "203.0.113.7"), 930, 60)),
                null);
        Decision decision = new Decision(
                1,
                Outcome.CHALLENGED,
                "looks like abuse",
                Caller.NONE,
                List.of(),
                Duration.ZERO,
                Standing.CLEAR,
                assessment);

        assertThat(Views.decision(decision))
                .containsEntry(
                        "risk",
                        Map.of(
                                "scene",
                                "crawler",
                                "enforced",
                                true,
                                "action",
                                "CHALLENGE",
                                "score",
                                60,
                                "challengeAt",
                                50,
                                "blockAt",
                                80,
                                "banAt",
                                120,
                                "signals",
                                List.of(Map.of(
                                        "name",
                                        "regular",
                                        "signal",
                                        "regular",
                                        "subject",
                                        "ip:203.0.113.7",
                                        "value",
                                        930L,
                                        "threshold",
                                        800L,
                                        "window",
                                        rule.window().toString(),
                                        "points",
                                        60))));
    }
}
