package io.github.limiter.spring.autoconfigure;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What stands before the application, and shares its blacklist.
 *
 * @param strikes Whether what nginx refuses by itself, as its guard reports it on Redis, counts as strikes.
 */
public record EdgeProperties(@DefaultValue("true") boolean strikes) {}
