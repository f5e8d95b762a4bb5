package io.github.limiter.risk;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.Caller;
import io.github.limiter.subject.ClientAddress;
import io.github.limiter.subject.DimensionResolver;
import io.github.limiter.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a scene looks at of subjects of one dimension. */
final class BoundDimension {

    /** Subjects that stand for many: what they do together is held against nobody alone. */
    private static final Set<String> SHARED =
            Set.of(Signals.KEY, Dimensions.SUBNET, Dimensions.INTERFACE, Dimensions.GLOBAL);

    private static final Set<String> BY_ADDRESS = Set.of(Dimensions.IP, Dimensions.SUBNET);

    private final String dimension;
    private final String scene;
    private final @Nullable DimensionResolver resolver;
    private final Layout layout;
    private final List<BoundRule> rules;
    private final boolean own;
    private final boolean byAddress;
    private final @Nullable BoundRule crowd;
    private final boolean knowsOtherSigns;
    private final int relief;

    /** Without a resolver it is the key of what happens that is looked at. */
    BoundDimension(
            Scene scene,
            String dimension,
            @Nullable DimensionResolver resolver,
            List<SignalRule> rules,
            Map<String, RiskSignal> signals) {
        this.dimension = dimension;
        this.scene = scene.name();
        this.resolver = resolver;
        List<BoundRule> bound = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Gauge> gauges = new ArrayList<>();
        for (SignalRule rule : rules) {
            BuiltInSignal builtIn = BuiltInSignal.of(rule.signal());
            if (builtIn == null) {
                bound.add(new BoundRule(rule, null, -1, signals.get(rule.signal())));
            } else {
                Gauge gauge = builtIn.gauge(rule);
                int known = indexOf(builtIn, gauge, bound, gauges);
                bound.add(new BoundRule(rule, builtIn, known < 0 ? gauges.size() : known, null));
                if (known < 0) {
                    names.add(rule.name());
                    gauges.add(gauge);
                }
            }
        }
        relief = gauges.size();
        names.add(Layout.RELIEF);
        gauges.add(new SinceGauge(Gauge.micros(scene.coolDown())));
        this.layout = new Layout(scene.name(), names, gauges);
        this.rules = List.copyOf(bound);
        own = !SHARED.contains(dimension);
        byAddress = BY_ADDRESS.contains(dimension);
        crowd = own ? null : crowd(bound);
        knowsOtherSigns = bound.stream()
                .anyMatch(rule ->
                        rule.builtIn() != BuiltInSignal.ADDRESSES && rule.rule().points() > 0);
    }

    String dimension() {
        return dimension;
    }

    List<BoundRule> rules() {
        return rules;
    }

    /** Whether a subject of it can be called to account by itself. */
    boolean isOwn() {
        return own;
    }

    /**
     * Whether so many do something that it is held against each of them. What one of a network does must not be held against
     * the others: where the scene counts its addresses, the rules of that network wait until there are many.
     */
    boolean isCrowd(long[] values) {
        return crowd == null || values[crowd.gauge()] >= crowd.rule().threshold();
    }

    /**
     * Whether it is no sign by itself that there are so many: where the scene knows what else a crowd does, everybody in a
     * busy network would begin with points that nobody there has earned.
     */
    boolean needsSignBesideCrowd() {
        return crowd != null && knowsOtherSigns;
    }

    /** Two rules of one signal over one window, of which one begins later, share a gauge; −1 without another one. */
    private static int indexOf(BuiltInSignal signal, Gauge gauge, List<BoundRule> rules, List<Gauge> gauges) {
        for (BoundRule rule : rules) {
            Gauge known = rule.builtIn() == signal ? gauges.get(rule.gauge()) : null;
            if (known != null && known.first() == gauge.first() && known.second() == gauge.second()) {
                return rule.gauge();
            }
        }
        return -1;
    }

    private static @Nullable BoundRule crowd(List<BoundRule> rules) {
        for (BoundRule rule : rules) {
            if (rule.builtIn() == BuiltInSignal.ADDRESSES && rule.rule().points() > 0) {
                return rule;
            }
        }
        return null;
    }

    /** Milliseconds that are left of the relief. */
    long relief(long[] values) {
        return values[relief];
    }

    /** Who is looked at; nobody if there is nobody of this dimension. */
    @Nullable
    Subject subject(Caller caller, @Nullable String key) {
        if (resolver == null) {
            return key == null ? null : Subject.of(Signals.KEY, key);
        }
        ClientAddress client = caller.address();
        if (byAddress && (client == null || !client.punishable())) {
            return null;
        }
        Subject subject = resolver.resolve(caller, scene);
        // An address that stands in for a user has rules of its own.
        return subject != null && subject.dimension().equals(Dimensions.IP) && !dimension.equals(Dimensions.IP)
                ? null
                : subject;
    }

    Observation before(Subject subject, RiskEvent event) {
        Observation seen = new Observation(subject, layout);
        for (BoundRule rule : rules) {
            BuiltInSignal builtIn = rule.builtIn();
            if (builtIn == BuiltInSignal.FAST_FLOW && event.isBegin()) {
                seen.set(rule.gauge(), FlowGauge.FIRST, 0);
            } else if (builtIn != null && !event.isBegin()) {
                builtIn.before(event, seen, rule.gauge());
            }
        }
        return seen;
    }

    Observation after(Subject subject, RiskEvent event, RiskResult result) {
        Observation seen = new Observation(subject, layout);
        for (BoundRule rule : rules) {
            BuiltInSignal builtIn = rule.builtIn();
            if (builtIn != null) {
                builtIn.after(event, result, seen, rule.gauge());
            }
        }
        return seen;
    }

    Observation refused(Subject subject, RiskEvent event) {
        Observation seen = new Observation(subject, layout);
        for (BoundRule rule : rules) {
            BuiltInSignal builtIn = rule.builtIn();
            if (builtIn != null) {
                builtIn.refused(event, seen, rule.gauge());
            }
        }
        return seen;
    }

    Observation relieved(Subject subject) {
        Observation seen = new Observation(subject, layout);
        seen.set(relief, SinceGauge.UNLESS_RUNNING, 0);
        return seen;
    }
}
