package io.github.limiter.risk;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.RiskAction;
import io.github.limiter.policy.Scene;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up what the signals of one event say, subject by subject, and makes an {@link Assessment} of it. */
final class Scoring {

    /** So many signals of its own must agree before a subject is banned. */
    private static final int AGREEING = 2;

    private final Scene scene;
    private final List<Finding> findings = new ArrayList<>(4);

    /** How much of what others have for a signal has been set against rules of this subject. */
    private Map<String, Integer> used = Map.of();

    private RiskAction atLeast = RiskAction.ALLOW;
    private long ownScore;
    private long sharedScore;
    private long relief;
    private @Nullable Subject worst;

    Scoring(Scene scene) {
        this.scene = scene;
    }

    void add(BoundDimension dimension, Subject subject, long[] values, SignalValues signals, RiskEvent event) {
        if (!dimension.isCrowd(values)) {
            return;
        }
        used = Map.of();
        long score = 0;
        int counted = 0;
        int fired = 0;
        int before = findings.size();
        boolean isSign = !dimension.needsSignBesideCrowd();
        for (BoundRule rule : dimension.rules()) {
            RiskSignal own = rule.own();
            long value = own == null ? values[rule.gauge()] : signals.of(own);
            int points = rule.points(value);
            if (points > 0) {
                score += points;
                fired += hasFired(rule.rule().signal(), subject) ? 0 : 1;
                int covered = covered(rule.rule().signal(), subject, points);
                points -= covered;
                isSign |= rule.rule().atLeast() != null || covered == 0 && rule.builtIn() != BuiltInSignal.ADDRESSES;
            }
            if (points > 0) {
                findings.add(new Finding(rule.rule(), subject, value, points));
                counted += points;
                RiskAction hard = rule.rule().atLeast();
                if (hard != null && hard.compareTo(atLeast) > 0) {
                    atLeast = hard;
                }
            }
        }
        if (!isSign) {
            // Many neighbours are a crowd only if they do something that this one does not do by itself.
            findings.subList(before, findings.size()).clear();
            return;
        }
        long less = scene.relief() * dimension.relief(values) / scene.coolDown().toMillis();
        relief = Math.max(relief, less);
        if (!dimension.isOwn()) {
            sharedScore += counted;
            return;
        }
        ownScore += counted;
        if (score - less >= scene.banAt() && fired >= AGREEING && isPunishable(dimension, event)) {
            worst = subject;
        }
    }

    /** Two rules of one signal are one sign. */
    private boolean hasFired(String signal, Subject subject) {
        for (Finding finding : findings) {
            if (finding.rule().signal().equals(signal) && finding.subject().equals(subject)) {
                return true;
            }
        }
        return false;
    }

    /**
     * How many of these points others of the caller's subjects have for the same signal. That is one thing, not two: of an
     * address, its user and its network the most suspicious one counts.
     */
    private int covered(String signal, Subject subject, int points) {
        int others = 0;
        for (Finding finding : findings) {
            if (finding.rule().signal().equals(signal) && !finding.subject().equals(subject)) {
                others += finding.points();
            }
        }
        if (others == 0) {
            return 0;
        }
        int covered = Math.min(points, Math.max(0, others - used.getOrDefault(signal, 0)));
        if (used.isEmpty()) {
            used = new HashMap<>();
        }
        used.merge(signal, covered, Integer::sum);
        return covered;
    }

    private static boolean isPunishable(BoundDimension dimension, RiskEvent event) {
        return event.caller().address() == null
                || event.caller().address().punishable()
                || dimension.dimension().equals(Dimensions.USER);
    }

    Assessment assess() {
        int score = (int) Math.max(0, ownScore + sharedScore - relief);
        RiskAction action = scene.actionAt(score);
        // What neighbours do asks for a proof, and takes nothing away.
        if (action.compareTo(RiskAction.CHALLENGE) > 0 && ownScore - relief < scene.blockAt()) {
            action = RiskAction.CHALLENGE;
        }
        if (action == RiskAction.BAN && worst == null) {
            action = RiskAction.BLOCK;
        }
        if (atLeast.compareTo(action) > 0) {
            action = atLeast;
        }
        return new Assessment(scene, action, score, List.copyOf(findings), action == RiskAction.BAN ? worst : null);
    }
}
