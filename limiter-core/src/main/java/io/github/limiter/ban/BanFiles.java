package io.github.limiter.ban;

import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Evidence on Redis. */
final class BanFiles {

    private final BanCalls calls;

    BanFiles(BanCalls calls) {
        this.calls = calls;
    }

    CompletionStage<Void> keep(Subject subject, Offence offence, Duration kept) {
        return calls.of(
                        List.of(calls.evidenceOf(subject)),
                        "keep",
                        offence.rule(),
                        BanText.of(offence),
                        Integer.toString(Evidence.FIRST),
                        Integer.toString(Evidence.MOST),
                        Long.toString(Micros.of(kept)))
                .thenAccept(reply -> {});
    }

    CompletionStage<Evidence> evidence(Subject subject) {
        return calls.of(List.of(calls.evidenceOf(subject)), "evidence").thenApply(reply -> {
            List<Offence> offences = new ArrayList<>();
            int at = 1;
            for (; !BanCalls.at(reply, at).isEmpty(); at++) {
                offences.add(BanText.offence(BanCalls.at(reply, at)));
            }
            Map<String, Long> strikes = new HashMap<>();
            for (at++; at < reply.size(); at += 2) {
                strikes.put(BanCalls.at(reply, at), Long.parseLong(BanCalls.at(reply, at + 1)));
            }
            return new Evidence(strikes, offences);
        });
    }
}
