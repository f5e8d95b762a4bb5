/** The annotations that protect a method, and the names used in them. */
@NullMarked
package io.github.limiter.annotation;

import org.jspecify.annotations.NullMarked;
