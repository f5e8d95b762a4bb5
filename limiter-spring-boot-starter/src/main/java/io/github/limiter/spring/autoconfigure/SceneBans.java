package io.github.limiter.spring.autoconfigure;

import io.github.limiter.ban.Bans;
import io.github.limiter.policy.BanRule;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.Sanctions;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;

/** Bans by scenes, as by rules: the exempt are spared, and evidence is kept. Without bans, a scene refuses and no more. */
final class SceneBans implements Sanctions {

    private static final int FORBIDDEN = 403;

    private final ObjectProvider<Bans> bans;

    SceneBans(ObjectProvider<Bans> bans) {
        this.bans = bans;
    }

    @Override
    public void ban(Caller caller, Subject subject, Assessment assessment) {
        bans.ifAvailable(known -> {
            BanRule rule = BanRule.of(
                    "scene-" + assessment.scene().name(),
                    1,
                    Duration.ofMinutes(1),
                    assessment.scene().ban());
            known.strike(caller, subject, rule, FORBIDDEN);
        });
    }
}
