package io.github.limiter.spring.autoconfigure;

import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Says at start which {@code limiter.*} properties the library does not have. Spring ignores a misspelt one, and a limit
 * that is not there protects nothing. No reason to stop: the configuration may be shared with a newer version.
 */
final class UnknownPropertyWarning implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(UnknownPropertyWarning.class);

    private final Environment environment;

    UnknownPropertyWarning(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        // Of the environment's variables and the system's properties Spring cannot know for whom they are.
        var strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        try {
            Binder.get(environment).bind("limiter", Bindable.of(LimiterProperties.class), strict);
        } catch (BindException e) {
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unknown) {
                for (ConfigurationProperty property : new TreeSet<>(unknown.getUnboundProperties())) {
                    log.warn(
                            "{} (from {}) is no property of limiter and does nothing. Is it misspelt?",
                            property.getName(),
                            property.getOrigin());
                }
            }
        }
    }
}
