package io.github.limiter.risk;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.subject.DimensionRegistry;
import io.github.limiter.subject.DimensionResolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A scene ready for use: its names resolved, its rules by dimension.
 *
 * @param scene what was configured
 * @param dimensions in the order of their first rules, those that many share last
 * @param own signals of the application's own that it has rules of
 */
record BoundScene(Scene scene, List<BoundDimension> dimensions, List<OwnSignal> own) {

    static BoundScene of(Scene scene, DimensionRegistry registry, Map<String, RiskSignal> signals) {
        Map<String, List<SignalRule>> byDimension = new LinkedHashMap<>();
        for (SignalRule rule : scene.signals()) {
            check(rule, signals);
            byDimension
                    .computeIfAbsent(rule.dimension(), dimension -> new ArrayList<>())
                    .add(rule);
        }
        List<BoundDimension> dimensions = new ArrayList<>();
        byDimension.forEach((dimension, rules) -> {
            try {
                DimensionResolver resolver = dimension.equals(Signals.KEY) ? null : registry.get(dimension);
                dimensions.add(new BoundDimension(scene, dimension, resolver, rules, signals));
            } catch (InvalidConfigurationException e) {
                throw e.at("signals." + rules.get(0).name());
            }
        });
        dimensions.sort(Comparator.comparing(BoundDimension::isOwn).reversed());
        List<OwnSignal> own = dimensions.stream()
                .flatMap(dimension -> dimension.rules().stream())
                .map(BoundRule::own)
                .filter(OwnSignal.class::isInstance)
                .map(OwnSignal.class::cast)
                .distinct()
                .toList();
        return new BoundScene(scene, List.copyOf(dimensions), own);
    }

    private static void check(SignalRule rule, Map<String, RiskSignal> signals) {
        if (BuiltInSignal.of(rule.signal()) == null && !signals.containsKey(rule.signal())) {
            TreeSet<String> known = new TreeSet<>(signals.keySet());
            BuiltInSignal.names().forEach(known::add);
            throw new InvalidConfigurationException(
                    "signals." + rule.name() + ".signal",
                    rule.signal(),
                    "is not known",
                    "Use one of " + String.join(", ", known) + ", or declare a RiskSignal bean of that name");
        }
        if (rule.dimension().equals(Dimensions.GLOBAL)) {
            throw new InvalidConfigurationException(
                    "signals." + rule.name() + ".dimension",
                    rule.dimension(),
                    "holds what anybody does against everybody",
                    "Use ip, subnet, user, device or key");
        }
    }
}
