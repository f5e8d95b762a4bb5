package io.github.limiter.spring.autoconfigure;

import io.github.limiter.annotation.Dimensions;
import io.github.limiter.annotation.Mode;
import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.policy.Scene;
import io.github.limiter.policy.SignalRule;
import io.github.limiter.risk.BuiltInScenes;
import io.github.limiter.risk.RiskSignal;
import io.github.limiter.spring.autoconfigure.RiskProperties.SceneMode;
import io.github.limiter.spring.autoconfigure.RiskProperties.SceneProperties;
import io.github.limiter.spring.autoconfigure.RiskProperties.SignalProperties;
import io.github.limiter.spring.interceptor.RiskConditions;
import io.github.limiter.spring.policy.Written;
import io.github.limiter.spring.web.RequestMatch;
import io.github.limiter.spring.web.UnwatchedRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the properties say about scenes. */
final class RiskScenes {

    private static final String PLACE = "limiter.risk.scenes.";

    private RiskScenes() {}

    static List<Scene> of(RiskProperties properties, Mode mode) {
        List<Scene> scenes = new ArrayList<>();
        if (properties.enabled()) {
            properties.scenes().forEach((name, scene) -> {
                if (scene.mode() != SceneMode.OFF) {
                    scenes.add(scene(name, scene, mode));
                }
            });
        }
        return scenes;
    }

    private static Scene scene(String name, SceneProperties properties, Mode mode) {
        Mode own = mode == Mode.SHADOW ? Mode.SHADOW : properties.mode().mode();
        Scene base = BuiltInScenes.find(name, own).orElse(null);
        if (base == null && properties.signals().isEmpty()) {
            throw new InvalidConfigurationException(
                    PLACE + name,
                    name,
                    "is not a built-in scene and has no signals",
                    "Use one of " + String.join(", ", BuiltInScenes.names()) + ", or set " + PLACE + name
                            + ".signals.<signal>.threshold and .points");
        }
        try {
            Scene whole = base == null ? Scene.of(name, own, List.of()) : base;
            return new Scene(
                    name,
                    own,
                    rules(name, whole.signals(), properties.signals()),
                    or(properties.challengeAt(), whole.challengeAt()),
                    or(properties.blockAt(), whole.blockAt()),
                    or(properties.banAt(), whole.banAt()),
                    or(properties.ban(), whole.ban()),
                    or(properties.coolDown(), whole.coolDown()),
                    or(properties.relief(), whole.relief()));
        } catch (InvalidConfigurationException e) {
            throw e.named(PLACE + name + '.' + e.element());
        }
    }

    /** What the scene that watches everything leaves out. */
    static UnwatchedRequests unwatched(RiskProperties properties) {
        List<RequestMatch> matches = new ArrayList<>();
        properties.scenes().forEach((name, scene) -> {
            for (int i = 0; i < scene.exclude().size(); i++) {
                Written written = new Written(scene.exclude().get(i), PLACE + name + ".exclude[" + i + ']');
                if (!name.equals(BuiltInScenes.CRAWLER)) {
                    throw new InvalidConfigurationException(
                            written.element(),
                            written.text(),
                            "is for the scene that watches everything, " + BuiltInScenes.CRAWLER,
                            "Leave it out: " + name + " looks only where @RiskCheck or the RiskGuard bean says");
                }
                matches.add(RequestMatch.of(written));
            }
        });
        return new UnwatchedRequests(matches);
    }

    /** Those of the properties' conditions. */
    static List<RiskSignal> conditions(RiskProperties properties, RiskConditions conditions) {
        List<RiskSignal> signals = new ArrayList<>();
        properties
                .scenes()
                .forEach((scene, rules) -> rules.signals().forEach((rule, signal) -> {
                    if (signal.condition() != null) {
                        String place = PLACE + scene + ".signals." + rule;
                        if (signal.signal() != null) {
                            throw new InvalidConfigurationException(
                                    place + ".condition",
                                    signal.condition(),
                                    "stands beside a signal",
                                    "Leave one of them out");
                        }
                        signals.add(
                                conditions.signal(conditionOf(scene, rule), signal.condition(), place + ".condition"));
                    }
                }));
        return signals;
    }

    /** Of a condition: no other signal has it, since names have no dots. */
    private static String conditionOf(String scene, String rule) {
        return scene + '.' + rule;
    }

    private static List<SignalRule> rules(String scene, List<SignalRule> builtIn, Map<String, SignalProperties> own) {
        Map<String, SignalRule> rules = new LinkedHashMap<>();
        builtIn.forEach(rule -> rules.put(rule.name(), rule));
        own.forEach((name, properties) -> {
            try {
                rules.put(name, rule(scene, name, properties, rules.get(name)));
            } catch (InvalidConfigurationException e) {
                throw e.named("signals." + name + '.' + e.element());
            }
        });
        return List.copyOf(rules.values());
    }

    private static SignalRule rule(String scene, String name, SignalProperties properties, @Nullable SignalRule base) {
        boolean conditional = properties.condition() != null;
        if (base == null && (!conditional && properties.threshold() == null || properties.points() == null)) {
            throw new InvalidConfigurationException(
                    !conditional && properties.threshold() == null ? "threshold" : "points",
                    "",
                    "is missing, and " + name + " is not a rule that the scene has",
                    "Set both threshold and points, or correct the name");
        }
        SignalRule whole = base == null
                ? SignalRule.of(name, name, Dimensions.IP, or(properties.threshold(), 1L), or(properties.points(), 0))
                : base;
        int points = or(properties.points(), whole.points());
        return new SignalRule(
                name,
                conditional ? conditionOf(scene, name) : or(properties.signal(), whole.signal()),
                or(properties.dimension(), whole.dimension()),
                or(properties.threshold(), whole.threshold()),
                or(properties.window(), whole.window()),
                points,
                // Whoever sets points alone means them, not less.
                or(properties.cap(), properties.points() == null ? whole.cap() : Math.max(points, whole.cap())),
                properties.atLeast() == null ? whole.atLeast() : properties.atLeast());
    }

    private static <T> T or(@Nullable T value, T otherwise) {
        return value == null ? otherwise : value;
    }
}
