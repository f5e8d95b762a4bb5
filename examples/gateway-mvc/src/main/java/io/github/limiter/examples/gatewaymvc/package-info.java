/** A gateway of the servlet kind. */
@NullMarked
package io.github.limiter.examples.gatewaymvc;

import org.jspecify.annotations.NullMarked;
