/** A small shop whose interfaces are protected by annotations alone. Start at any controller. */
@NullMarked
package io.github.limiter.examples.shop;

import org.jspecify.annotations.NullMarked;
