package io.github.limiter.spring.web;

/**
 * A device that shows a token of {@link DeviceTokens}.
 *
 * @param id 128 bits, as 22 characters
 * @param known whether it has had the token for long enough to be counted by itself
 */
record Device(String id, boolean known) {}
