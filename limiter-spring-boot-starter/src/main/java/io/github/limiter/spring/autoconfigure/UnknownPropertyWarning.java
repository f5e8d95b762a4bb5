package io.github.limiter.spring.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Says at start which properties are not known, and stops it for those of scenes. */
final class UnknownPropertyWarning implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(UnknownPropertyWarning.class);

    private final UnknownProperties properties;

    UnknownPropertyWarning(UnknownProperties properties) {
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        properties.find().forEach(property -> {
            UnknownInScene.refuse(property.getName());
            log.warn(
                    "{} (from {}) is no property of limiter and does nothing. Is it misspelt?",
                    property.getName(),
                    property.getOrigin());
        });
    }
}
