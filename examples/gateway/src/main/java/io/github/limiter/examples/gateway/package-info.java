/** A gateway before the shop. */
@NullMarked
package io.github.limiter.examples.gateway;

import org.jspecify.annotations.NullMarked;
