package io.github.limiter.spring.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Which {@code limiter.*} properties the library does not have. Spring ignores a misspelt one, and a limit that is not there
 * protects nothing. No reason to stop: the configuration may be shared with a newer version. Thread-safe.
 */
public final class UnknownProperties {

    private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of("limiter");

    private final Environment environment;
    private final ListableBeanFactory beans;

    /**
     * Of these.
     *
     * @param environment has the properties
     * @param beans has those that properties are bound to
     */
    public UnknownProperties(Environment environment, ListableBeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    /**
     * Looks for them.
     *
     * @return those that nothing is bound to, in their order; without those of the system and its environment, of which
     *     nobody knows for whom they are
     */
    public List<ConfigurationProperty> find() {
        List<ConfigurationProperty> found = new ArrayList<>();
        Map<ConfigurationPropertyName, Class<?>> groups = groups();
        groups.forEach((prefix, type) -> {
            for (ConfigurationProperty property : unknown(prefix, type)) {
                boolean ofAnother = groups.keySet().stream()
                        .anyMatch(other -> prefix.isAncestorOf(other) && other.isAncestorOf(property.getName()));
                if (!ofAnother) {
                    found.add(property);
                }
            }
        });
        return found;
    }

    /** The properties of this module, and those that others add below them. */
    private Map<ConfigurationPropertyName, Class<?>> groups() {
        Map<ConfigurationPropertyName, Class<?>> groups = new TreeMap<>();
        for (String bean : beans.getBeanNamesForAnnotation(ConfigurationProperties.class)) {
            ConfigurationProperties annotation = beans.findAnnotationOnBean(bean, ConfigurationProperties.class);
            Class<?> type = beans.getType(bean);
            if (annotation != null && type != null && ConfigurationPropertyName.isValid(annotation.prefix())) {
                ConfigurationPropertyName prefix = ConfigurationPropertyName.of(annotation.prefix());
                if (ALL.equals(prefix) || ALL.isAncestorOf(prefix)) {
                    groups.put(prefix, type);
                }
            }
        }
        return groups;
    }

    private Set<ConfigurationProperty> unknown(ConfigurationPropertyName prefix, Class<?> type) {
        // Of the environment's variables and the system's properties Spring cannot know for whom they are.
        var strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        try {
            Binder.get(environment).bind(prefix, Bindable.of(type), strict);
            return Set.of();
        } catch (BindException e) {
            return e.getCause() instanceof UnboundConfigurationPropertiesException unknown
                    ? new TreeSet<>(unknown.getUnboundProperties())
                    : Set.of();
        }
    }
}
