package io.github.limiter.store.redis;

import io.github.limiter.policy.BanRule;
import io.github.limiter.store.LimitCheck;
import io.github.limiter.store.LimitResult;
import io.github.limiter.store.Standing;
import io.github.limiter.store.Standing.Change;
import io.github.limiter.store.Standing.State;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who can be struck by a decision: what guarded.lua is told of them, and what it answers. */
final class Targets {

    private static final int REPLY_PER_TARGET = 5;
    private static final long BANNED = -1;
    private static final long ENDLESS = -1;
    private static final State[] STATES = State.values();
    private static final Change[] CHANGES = Change.values();

    private final List<Subject> subjects = new ArrayList<>(2);
    private final List<BanRule> rules = new ArrayList<>(2);
    private final int[] targets;

    private Targets(int limits) {
        targets = new int[limits];
    }

    static boolean areIn(List<LimitCheck> checks) {
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).rule() != null) {
                return true;
            }
        }
        return false;
    }

    /** Null if there are none. */
    static @Nullable Targets of(List<LimitCheck> checks) {
        Targets targets = null;
        for (int i = 0; i < checks.size(); i++) {
            LimitCheck check = checks.get(i);
            BanRule rule = check.rule();
            if (rule != null) {
                targets = targets == null ? new Targets(checks.size()) : targets;
                targets.add(i, check.key().subject(), rule);
            }
        }
        return targets;
    }

    private void add(int limit, Subject subject, BanRule rule) {
        int known = subjects.indexOf(subject);
        if (known < 0) {
            known = subjects.size();
            subjects.add(subject);
            rules.add(rule);
        }
        targets[limit] = known + 1;
    }

    void addTo(List<String> names, List<String> arguments, KeyNames keys, RuleText texts) {
        StringBuilder bytes = new StringBuilder(targets.length);
        for (int target : targets) {
            bytes.append((char) ('0' + target));
        }
        for (int i = 0; i < subjects.size(); i++) {
            names.add(keys.ban(subjects.get(i)));
            arguments.add(texts.of(rules.get(i), subjects.get(i)));
        }
        arguments.add(bytes.toString());
    }

    /** The answer if one of them was banned already; null if none was. */
    @Nullable
    List<LimitResult> banned(List<LimitCheck> checks, List<Long> reply) {
        if (reply.get(1) != BANNED) {
            return null;
        }
        List<LimitResult> results = new ArrayList<>(checks.size());
        for (int i = 0; i < targets.length; i++) {
            long left = targets[i] == 0 ? 0 : reply.get(1 + targets[i]);
            results.add(
                    left == 0
                            ? LimitResult.unknown(checks.get(i))
                            : LimitResult.banned(checks.get(i), Standing.found(State.BANNED, left(left))));
        }
        return results;
    }

    /** The results with the standings that follow them in the reply. */
    List<LimitResult> struck(List<LimitResult> decided, List<Long> reply, int from) {
        if (from >= reply.size()) {
            return decided;
        }
        List<LimitResult> results = new ArrayList<>(decided);
        for (int at = from; at < reply.size(); at += REPLY_PER_TARGET) {
            long target = reply.get(at);
            Standing standing = standing(reply.subList(at + 1, at + REPLY_PER_TARGET));
            for (int i = 0; i < targets.length; i++) {
                if (targets[i] == target && results.get(i).refuses()) {
                    results.set(i, results.get(i).with(standing));
                }
            }
        }
        return results;
    }

    private static Standing standing(List<Long> numbers) {
        State state = STATES[Math.toIntExact(numbers.get(0))];
        Change change = CHANGES[Math.toIntExact(numbers.get(2))];
        return new Standing(state, left(numbers.get(1)), change, numbers.get(3));
    }

    private static long left(long micros) {
        return micros == ENDLESS ? Standing.PERMANENT : micros;
    }
}
