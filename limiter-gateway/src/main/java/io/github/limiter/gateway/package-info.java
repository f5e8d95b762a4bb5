/**
 * Limits at a Spring Cloud Gateway: what a route says becomes policies, and a request is decided once, before its route
 * does anything.
 */
@NullMarked
package io.github.limiter.gateway;

import org.jspecify.annotations.NullMarked;
