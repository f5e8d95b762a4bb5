package io.github.limiter.store.redis;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.BanRule;
import io.github.limiter.subject.Subject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Ban rules as strike.lua reads them: one argument of a script each. Thread-safe. */
public final class RuleText {

    /** More than there are rules; bounds what rules that are made up can fill. */
    private static final int MOST_KNOWN = 1_000;

    private final Map<BanRule, String> known = new ConcurrentHashMap<>();

    /** Knows none yet. */
    public RuleText() {}

    /**
     * The text of a rule, for one of those whom it hits.
     *
     * @param rule the rule
     * @param subject who is struck
     * @return fields between tabs
     */
    public String of(BanRule rule, Subject subject) {
        String text = known.get(rule);
        if (text == null) {
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            text = text(rule);
            known.put(rule, text);
        }
        return text + '\t' + (subject.dimension().equals(Dimensions.IP) ? '1' : '0') + '\t' + value(subject);
    }

    /**
     * What is to be kept of a subject besides its text.
     *
     * @param subject the subject
     * @return its value, if that is not in its text; else empty; without control characters
     */
    public static String value(Subject subject) {
        String value = subject.value();
        return subject.text().endsWith(value) ? "" : value.replaceAll("\\p{Cntrl}", " ");
    }

    private static String text(BanRule rule) {
        return String.join(
                "\t",
                rule.name(),
                Integer.toString(rule.strikes()),
                micros(rule.within()),
                micros(rule.spacing()),
                rule.distinct() ? "1" : "0",
                Integer.toString(rule.challengeAt()),
                rule.isShadow() ? "1" : "0",
                rule.onlyChallenges() ? "1" : "0",
                Integer.toString(rule.repeat().bans()),
                micros(rule.repeat().within()),
                rule.bans().stream().map(RuleText::micros).collect(Collectors.joining(",")),
                rule.challenges() ? "1" : "0",
                micros(rule.shortBan()),
                rule.whileBanned() ? "1" : "0");
    }

    private static String micros(Duration length) {
        return Long.toString(length.toNanos() / 1_000);
    }
}
