package io.github.limiter.spring.actuate;

import io.github.limiter.ban.AuditEntry;
import io.github.limiter.ban.Ban;
import io.github.limiter.ban.BanPage;
import io.github.limiter.ban.Evidence;
import io.github.limiter.ban.Offence;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.Limit;
import io.github.limiter.policy.RatePolicy;
import io.github.limiter.policy.Scene;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.Finding;
import io.github.limiter.store.LimitResult;
import io.github.limiter.subject.ClientAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operators are shown, as names and texts that every JSON library writes alike. Times are ISO 8601. */
final class Views {

    private Views() {}

    /** Names and values in turn; values that are null are left out. */
    static Map<String, Object> of(@Nullable Object... namesAndValues) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                view.put(String.valueOf(namesAndValues[i]), value instanceof Enum<?> one ? one.name() : value);
            }
        }
        return view;
    }

    static Map<String, Object> policy(Limit limit) {
        RatePolicy policy = limit.policy();
        return of(
                "name", policy.name(),
                "algorithm", policy.algorithm(),
                "dimension", policy.dimension(),
                "limit", policy.quota().limit(),
                "window", text(policy.quota().window()),
                "burst", policy.quota().burst(),
                "maxWait", text(policy.quota().maxWait()),
                "tier", policy.tier(),
                "mode", policy.mode(),
                "failureMode", policy.failureMode(),
                "shared", policy.shared());
    }

    static Map<String, Object> page(BanPage page) {
        return of(
                "bans", page.bans().stream().map(Views::ban).toList(),
                "next", page.next(),
                "asOf", text(page.asOf()));
    }

    static Map<String, Object> ban(Ban ban) {
        return of(
                "subject", ban.subject().text(),
                "value", ban.subject().value(),
                "start", text(ban.start()),
                "until", text(ban.until()),
                "permanent", ban.isPermanent(),
                "lapses", ban.isPermanent() ? text(ban.lapses()) : null,
                "rule", ban.rule(),
                "reason", ban.reason(),
                "by", ban.by(),
                "needsReview", ban.needsReview());
    }

    static Map<String, Object> evidence(Evidence evidence) {
        return of(
                "strikes",
                evidence.strikes(),
                "requests",
                evidence.offences().stream().map(Views::offence).toList());
    }

    private static Map<String, Object> offence(Offence offence) {
        return of(
                "at", text(offence.at()),
                "rule", offence.rule(),
                "method", offence.method(),
                "path", offence.path(),
                "status", offence.status(),
                "agent", offence.agent());
    }

    static Map<String, Object> audit(AuditEntry entry) {
        return of(
                "at", text(entry.at()),
                "action", entry.action(),
                "subject", entry.subject().text(),
                "by", entry.by(),
                "reason", entry.reason());
    }

    static Map<String, Object> decision(Decision decision) {
        ClientAddress address = decision.caller().address();
        return of(
                "id", decision.id(),
                "outcome", decision.outcome(),
                "reason", decision.reason(),
                "address", address == null ? null : address.text(),
                "user", decision.caller().user(),
                // Nothing is said where no time is known.
                "retryAfter", decision.retryAfter().isZero() ? null : text(decision.retryAfter()),
                "limits", decision.limits().stream().map(Views::limit).toList(),
                "risk", decision.assessment() == null ? null : risk(decision.assessment()));
    }

    private static Map<String, Object> risk(Assessment assessment) {
        Scene scene = assessment.scene();
        return of(
                "scene", scene.name(),
                "enforced", assessment.isEnforced(),
                "action", assessment.action(),
                "score", assessment.score(),
                "challengeAt", scene.challengeAt(),
                "blockAt", scene.blockAt(),
                "banAt", scene.banAt(),
                "banned",
                        assessment.banned() == null ? null : assessment.banned().text(),
                "signals", assessment.findings().stream().map(Views::finding).toList());
    }

    private static Map<String, Object> finding(Finding finding) {
        return of(
                "name", finding.rule().name(),
                "signal", finding.rule().signal(),
                "subject", finding.subject().text(),
                "value", finding.value(),
                "threshold", finding.rule().threshold(),
                "window", text(finding.rule().window()),
                "atLeast", finding.rule().atLeast(),
                "points", finding.points());
    }

    private static Map<String, Object> limit(LimitResult result) {
        return of(
                "policy", result.check().policy().name(),
                "subject", result.check().key().subject().text(),
                "allowed", result.allowed(),
                "enforced", result.check().enforced(),
                "remaining", result.remaining(),
                "basis", result.basis());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static String text(Duration length) {
        return length.toString();
    }
}
