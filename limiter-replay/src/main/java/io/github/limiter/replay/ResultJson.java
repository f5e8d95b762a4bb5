package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import io.github.limiter.replay.Outcome.RuleCount;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** {@code result.json}: addresses, policies, rules, signals, totals. */
final class ResultJson {

    private ResultJson() {}

    static void write(Outcome outcome, Writer out) throws IOException {
        JsonWriter json = new JsonWriter(out);
        json.open('{').open("addresses", '[');
        for (Map.Entry<String, AddressTally> entry : outcome.addresses.entrySet()) {
            out.append('\n');
            address(json, entry.getKey(), entry.getValue());
        }
        json.close(']').open("policies", '[');
        for (PolicyTally policy : outcome.policies.values()) {
            policy(json, policy);
        }
        json.close(']').open("rules", '[');
        for (Map.Entry<String, RuleCount> rule : outcome.rules.entrySet()) {
            json.open('{')
                    .add("rule", rule.getKey())
                    .add("requests", rule.getValue().requests)
                    .add("addresses", rule.getValue().addresses)
                    .close('}');
        }
        json.close(']').open("signals", '[');
        for (Map.Entry<String, Integer> signal : outcome.signals().entrySet()) {
            json.open('{')
                    .add("signal", signal.getKey())
                    .add("addresses", signal.getValue())
                    .close('}');
        }
        json.close(']');
        totals(json, outcome);
        json.close('}');
        out.append('\n');
    }

    private static void address(JsonWriter json, String address, AddressTally tally) throws IOException {
        json.open('{').add("address", address).add("requests", tally.requests());
        fates(json, tally::count);
        if (tally.isRefused()) {
            json.open("firstRefusal", '{')
                    .add("afterRequests", tally.refusedAfter())
                    .add("afterSeconds", tally.refusedAfterSeconds())
                    .add("rule", tally.refusedBy())
                    .close('}');
        } else {
            json.add("firstRefusal", (String) null);
        }
        json.add("signals", tally.signals())
                .add("goodBot", tally.goodBot())
                .add("naive", tally.naive())
                .add("assets", tally.assets())
                .add("shared", tally.isShared());
        if (!tally.agent().isEmpty()) {
            json.add("agent", tally.agent()).add("lastRefusedPath", tally.refusedPath());
        }
        if (tally.score() > 0) {
            json.add("score", tally.score())
                    .add("explanation", tally.explanation())
                    .add("shadow", tally.shadowed());
        }
        json.close('}');
    }

    private interface Counts {
        long of(Fate fate);
    }

    private static void fates(JsonWriter json, Counts counts) throws IOException {
        json.add("limited", counts.of(Fate.LIMITED))
                .add("challenged", counts.of(Fate.CHALLENGED))
                .add("blocked", counts.of(Fate.BLOCKED))
                .add("banned", counts.of(Fate.BANNED));
    }

    private static void policy(JsonWriter json, PolicyTally policy) throws IOException {
        json.open('{')
                .add("name", policy.policy().name())
                .add("algorithm", policy.policy().algorithm())
                .add("dimension", policy.policy().dimension())
                .add("limit", policy.policy().quota().limit())
                .add("window", policy.policy().quota().window().toString())
                .add("requests", policy.requests())
                .add("limited", policy.limitedRequests())
                .add("suggestedLimit", policy.suggested())
                .open("whatIf", '[');
        for (int i = 0; i < PolicyTally.FACTORS.length; i++) {
            json.open('{')
                    .add("factor", PolicyTally.FACTORS[i])
                    .add("limit", Math.max(1, Math.round(policy.policy().quota().limit() * PolicyTally.FACTORS[i])))
                    .add("refusedShare", policy.share(i))
                    .add("refusedShareOfUnsuspicious", policy.shareOfUnsuspicious(i))
                    .close('}');
        }
        json.close(']').close('}');
    }

    private static void totals(JsonWriter json, Outcome outcome) throws IOException {
        json.open("totals", '{')
                .add("lines", outcome.lines)
                .add("malformed", outcome.malformed)
                .add("withoutRequest", outcome.withoutRequest)
                .add("late", outcome.late)
                .add("requests", outcome.requests())
                .add("addresses", outcome.addresses.size())
                .add("omitted", outcome.omitted);
        json.open("naive", '{')
                .add("limit", NaiveLimit.LIMIT)
                .add("window", "PT1M")
                .add("refused", outcome.naive())
                .add("unsuspiciousAddressesRefused", outcome.naiveAddresses(false, true))
                .add("suspiciousAddressesMissed", outcome.naiveAddresses(true, false))
                .close('}');
        json.add("notes", outcome.notes);
        fates(json, outcome::total);
        json.add("shadow", outcome.shadowed());
        json.add("from", time(outcome.first)).add("to", time(outcome.last)).close('}');
    }

    static String time(long micros) {
        return micros == Long.MIN_VALUE
                ? ""
                : Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }
}
