package io.github.limiter.benchmarks.advisor;

/**
 * An argument with a property.
 *
 * @param id the property
 * @param customer another one
 */
public record Order(String id, String customer) {}
