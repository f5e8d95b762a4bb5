package io.github.limiter.replay;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.guard.Decision;
import io.github.limiter.guard.GuardRequest;
import io.github.limiter.guard.GuardRequest.Charge;
import io.github.limiter.path.AssetPaths;
import io.github.limiter.path.CommonMisses;
import io.github.limiter.path.RequestPath;
import io.github.limiter.policy.BanRule;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.replay.AddressTally.Fate;
import io.github.limiter.risk.Assessment;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RequestFacts;
import io.github.limiter.risk.RiskEvent;
import io.github.limiter.risk.RiskResult;
import io.github.limiter.spring.ban.CountedRule;
import io.github.limiter.spring.watch.Credentials;
import io.github.limiter.spring.watch.RequestMarks;
import io.github.limiter.spring.watch.SeenRequest;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.Subject;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Plays one line after the other through the rules, as the filters of an application would have. */
final class Player {

    private final ReplayRules rules;
    private final ReplayClock clock;
    private final CommonMisses common;
    private final Outcome outcome;
    private final int maxAddresses;
    private final boolean watching;

    Player(ReplayRules rules, ReplayClock clock, Outcome outcome, int maxAddresses) {
        this.rules = rules;
        this.clock = clock;
        this.common = new CommonMisses(clock);
        this.outcome = outcome;
        this.maxAddresses = maxAddresses;
        this.watching = rules.risk.scene(BuiltInScenes.CRAWLER) != null;
    }

    void play(LogLine line) {
        clock.moveTo(line.micros());
        outcome.lines++;
        outcome.first = outcome.first == Long.MIN_VALUE ? line.micros() : outcome.first;
        outcome.last = Math.max(outcome.last, line.micros());
        AddressTally tally = tally(line);
        if (tally == null) {
            outcome.omitted++;
            return;
        }
        Caller caller = new Caller(tally.client, line.user(), null);
        String target = line.target();
        RequestPath path = RequestPath.of(target);
        Fate fate = decide(line, tally, caller, path);
        outcome.timeline.add(line.micros(), fate);
    }

    private @Nullable AddressTally tally(LogLine line) {
        ClientAddress client = null;
        String address = line.address();
        if (line.forwarded() != null) {
            client = rules.addresses.resolve(line.address(), List.of(line.forwarded()));
            address = client.text();
        }
        AddressTally tally = outcome.addresses.get(address);
        if (tally == null && outcome.addresses.size() < maxAddresses) {
            tally = new AddressTally(
                    client == null ? rules.addresses.resolve(line.address(), List.of()) : client, line.micros());
            tally.goodBot(rules.isGoodBot(new Caller(tally.client, null, null)));
            outcome.addresses.put(address, tally);
        }
        return tally;
    }

    private Fate decide(LogLine line, AddressTally tally, Caller caller, RequestPath path) {
        boolean asset = AssetPaths.contains(path);
        if (asset) {
            tally.asset(line, path);
        }
        List<Charge> charges = rules.charges(line.method(), pathOf(line.target()), asset, tally.goodBot());
        // Another limit is tried on all requests, also on those that these rules would not have let so far.
        count(charges, caller, tally);
        Standing standing = rules.bans.find(caller);
        if (!standing.isBanned() && rules.requestRules.traps().contains(path)) {
            standing = trapped(tally, caller, path);
        }
        if (!standing.isClear()) {
            return noted(tally, standing.isBanned() ? Fate.BANNED : Fate.CHALLENGED, line, "ban:" + tally.struckBy());
        }
        RiskEvent event = watching && !rules.unwatched.contain(line.method(), path)
                ? RiskEvent.of(
                        caller,
                        new RequestFacts(
                                line.method(),
                                path,
                                queryOf(line.target()),
                                line.agent(),
                                line.referrer(),
                                null,
                                false,
                                true))
                : null;
        if (event != null) {
            Fate suspected = assess(line, tally, event);
            if (suspected != null) {
                return suspected;
            }
        }
        if (!charges.isEmpty()) {
            Decision decision = rules.guard.decide(new GuardRequest(caller, charges, false));
            if (!decision.isAllowed()) {
                return limited(line, tally, decision);
            }
        }
        noted(tally, Fate.ALLOWED, line, "");
        answered(line, tally, caller, path, event);
        return Fate.ALLOWED;
    }

    /** Asking for a trap is answered by the ban that follows from it. */
    private Standing trapped(AddressTally tally, Caller caller, RequestPath path) {
        BanRule rule = rules.requestRules.honeypot();
        return rule == null ? Standing.CLEAR : struck(tally, rule, rules.bans.strike(caller, rule, path.text(), null));
    }

    private @Nullable Fate assess(LogLine line, AddressTally tally, RiskEvent event) {
        Assessment assessment = rules.guard
                .assess(rules.risk, BuiltInScenes.CRAWLER, event)
                .toCompletableFuture()
                .join()
                .assessment();
        if (assessment == null || assessment.action() == RiskAction.ALLOW) {
            return null;
        }
        tally.suspect(assessment.findings(), assessment.score(), assessment.explanation(), assessment.isEnforced());
        if (!assessment.isEnforced()) {
            outcome.wouldRefuse(line, tally, pathOf(line.target()));
            return null;
        }
        Scene scene = assessment.scene();
        boolean challenge = assessment.action() == RiskAction.CHALLENGE;
        if (assessment.banned() != null) {
            tally.struckBy("scene:" + scene.name());
        }
        return noted(tally, challenge ? Fate.CHALLENGED : Fate.BLOCKED, line, "scene:" + scene.name());
    }

    private void count(List<Charge> charges, Caller caller, AddressTally tally) {
        for (Charge charge : charges) {
            String name = charge.limit().policy().name();
            PolicyTally policy = outcome.policies.get(name);
            if (policy == null) {
                policy = new PolicyTally(
                        charge.limit(),
                        rules.algorithms.get(charge.limit().policy().algorithm()));
                outcome.policies.put(name, policy);
            }
            Subject subject =
                    rules.dimensions.get(charge.limit().policy().dimension()).resolve(caller, name);
            if (subject != null) {
                policy.add(subject, tally, charge.cost(), clock.micros());
            }
        }
    }

    private Fate limited(LogLine line, AddressTally tally, Decision decision) {
        String rule = "";
        for (LimitResult result : decision.violated()) {
            rule = result.check().policy().name();
            PolicyTally policy = outcome.policies.get(rule);
            if (policy != null) {
                policy.limited();
            }
            Subject subject = result.check().key().subject();
            BanRule applied =
                    rules.limited == null ? null : rules.bans.ruleFor(decision.caller(), subject, rules.limited);
            if (applied != null && tally.isShared() && subject.dimension().equals(Dimensions.IP)) {
                tally.spare();
            } else if (applied != null) {
                struck(tally, applied, rules.bans.strike(subject, applied, null, null));
            }
        }
        return noted(tally, Fate.LIMITED, line, rule.isEmpty() ? decision.reason() : rule);
    }

    /** What is known only from the answer, which the log has. */
    private void answered(
            LogLine line, AddressTally tally, Caller caller, RequestPath path, @Nullable RiskEvent event) {
        if (event != null && line.status() >= 400 && line.status() <= 499) {
            rules.risk.settle(BuiltInScenes.CRAWLER, event, RiskResult.ofPage(line.status()));
        }
        if (line.status() < 400 && !rules.countsAnyAnswer) {
            return;
        }
        // Whether a handler was reached, a log does not say; nor what the request carried.
        SeenRequest seen = new SeenRequest(caller, line.method(), path, null, line.agent(), line.status(), false)
                .judge(new RequestMarks(), Credentials.NONE, false);
        boolean isCommon = seen.mayBeCommon() && !tally.goodBot() && common.add(path, tally.client.text());
        for (CountedRule counted : rules.requestRules.counted()) {
            if (counted.counts().test(seen) && !(isCommon && counted.sparesCommonMisses())) {
                struck(tally, counted.rule(), rules.bans.strike(caller, counted.rule(), seen.item(), null));
            }
        }
    }

    private static Standing struck(AddressTally tally, BanRule rule, CompletionStage<Standing> after) {
        Standing standing = after.toCompletableFuture().join();
        if (!standing.isClear()) {
            tally.struckBy(rule.name());
        }
        return standing;
    }

    private Fate noted(AddressTally tally, Fate fate, LogLine line, String rule) {
        if (fate != Fate.ALLOWED) {
            outcome.refused(line, tally, rule, pathOf(line.target()));
        }
        tally.add(fate, line.micros(), rule);
        return fate;
    }

    private static @Nullable String queryOf(String target) {
        int query = target.indexOf('?');
        return query < 0 ? null : target.substring(query + 1);
    }

    private static String pathOf(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return path.startsWith("/") ? path : '/' + path;
    }
}
