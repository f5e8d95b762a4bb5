package io.github.limiter.replay;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Takes what properties put into shadow out of it: a replay says what would have been, and of shadow nothing would. What the
 * command line itself puts there stays, and is told apart.
 */
final class AsEnforced {

    private static final ConfigurationPropertyName LIMITER = ConfigurationPropertyName.of("limiter");
    private static final ConfigurationPropertyName SCENES = ConfigurationPropertyName.of("limiter.risk.scenes");
    private static final String MODE = "mode";

    private AsEnforced() {}

    /** Answers the names of the properties that it has changed, in their order. */
    static List<String> apply(ConfigurableEnvironment environment, Set<String> overrides) {
        Set<ConfigurationPropertyName> fixed = new LinkedHashSet<>();
        overrides.forEach(name -> fixed.add(ConfigurationPropertyName.adapt(name, '.')));
        Set<ConfigurationPropertyName> modes = new LinkedHashSet<>();
        for (ConfigurationPropertyName name : names(environment)) {
            if (name.getLastElement(ConfigurationPropertyName.Form.UNIFORM).equals(MODE)) {
                modes.add(name);
            }
            if (SCENES.isAncestorOf(name)) {
                // A scene that is named is in shadow, if nothing is said.
                modes.add(name.chop(SCENES.getNumberOfElements() + 1).append(MODE));
            }
        }
        Map<String, Object> enforced = new HashMap<>();
        for (ConfigurationPropertyName mode : modes) {
            String name = mode.toString();
            String value = environment.getProperty(name, SCENES.isAncestorOf(mode) ? "shadow" : "");
            if (!fixed.contains(mode) && value.toLowerCase(Locale.ROOT).equals("shadow")) {
                enforced.put(name, "enforce");
            }
        }
        environment.getPropertySources().addFirst(new MapPropertySource("as enforced", enforced));
        return List.copyOf(new TreeSet<>(enforced.keySet()));
    }

    private static Set<ConfigurationPropertyName> names(ConfigurableEnvironment environment) {
        Set<ConfigurationPropertyName> names = new LinkedHashSet<>();
        ConfigurationPropertySources.get(environment).forEach(source -> {
            if (source instanceof IterableConfigurationPropertySource known) {
                known.stream().filter(LIMITER::isAncestorOf).forEach(names::add);
            }
        });
        return names;
    }
}
