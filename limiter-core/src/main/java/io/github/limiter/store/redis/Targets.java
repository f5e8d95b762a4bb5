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

/** Whom a call can strike: what decide.lua is told of them, and what it answers. */
final class Targets {

    private static final long ENDLESS = -1;
    private static final State[] STATES = State.values();
    private static final Change[] CHANGES = Change.values();

    private final List<Subject> subjects;
    private final List<BanRule> rules;

    /** For each limit the number of its subject, 0 for none. */
    private final int[] targets;

    private Targets(int limits, int most) {
        subjects = new ArrayList<>(most);
        rules = new ArrayList<>(most);
        targets = new int[limits];
    }

    static Targets of(List<LimitCheck> checks) {
        int most = 0;
        for (int i = 0; i < checks.size(); i++) {
            most += checks.get(i).rule() == null ? 0 : 1;
        }
        Targets targets = new Targets(checks.size(), most);
        for (int i = 0; i < checks.size() && most > 0; i++) {
            LimitCheck check = checks.get(i);
            BanRule rule = check.rule();
            if (rule != null && check.enforced()) {
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

    List<Subject> subjects() {
        return subjects;
    }

    /** A character for each limit. */
    String text() {
        char[] text = new char[targets.length];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) ('0' + targets[i]);
        }
        return String.valueOf(text);
    }

    void addRules(List<String> arguments, RuleText texts) {
        for (int i = 0; i < subjects.size(); i++) {
            arguments.add(texts.of(rules.get(i), subjects.get(i)));
        }
    }

    /** Gives the standing of the subject that this limit struck to all limits of the subject that refuse. */
    void mark(List<LimitResult> results, int limit, List<Long> numbers) {
        Standing standing = standing(numbers);
        for (int i = 0; i < targets.length; i++) {
            if (targets[i] == targets[limit] && results.get(i).refuses()) {
                results.set(i, results.get(i).with(standing));
            }
        }
    }

    /** The standing of a subject whose ban was found; what is left of it in µs, -1: no end. */
    static Standing banned(long left) {
        return Standing.found(State.BANNED, left(left));
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
