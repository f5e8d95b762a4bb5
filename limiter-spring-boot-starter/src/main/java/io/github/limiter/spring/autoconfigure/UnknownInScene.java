package io.github.limiter.spring.autoconfigure;

import io.github.limiter.policy.InvalidConfigurationException;
import io.github.limiter.spring.autoconfigure.RiskProperties.SceneProperties;
import io.github.limiter.spring.autoconfigure.RiskProperties.SignalProperties;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** Misspelt properties of scenes: with a score that is not what was meant people would be refused. */
final class UnknownInScene {

    private static final ConfigurationPropertyName SCENES = ConfigurationPropertyName.of("limiter.risk.scenes");

    private UnknownInScene() {}

    /** Stops the start if a property that is not known stands below a scene. */
    static void refuse(ConfigurationPropertyName unknown) {
        int own = SCENES.getNumberOfElements() + 1;
        if (!SCENES.isAncestorOf(unknown) || unknown.getNumberOfElements() <= own) {
            return;
        }
        boolean ofRule = unknown.getNumberOfElements() > own + 2
                && unknown.getElement(own, Form.UNIFORM).equals("signals");
        Class<?> type = ofRule ? SignalProperties.class : SceneProperties.class;
        throw new InvalidConfigurationException(
                unknown.toString(),
                unknown.getLastElement(Form.DASHED),
                "is no property of " + (ofRule ? "a rule of a scene" : "a scene"),
                "Use one of "
                        + Arrays.stream(type.getRecordComponents())
                                .map(component -> dashed(component.getName()))
                                .collect(Collectors.joining(", ")));
    }

    private static String dashed(String name) {
        return name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    }
}
