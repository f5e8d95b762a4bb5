/** Decides about calls: {@link io.github.limiter.guard.Guard#decide} is the library in one method. */
@NullMarked
package io.github.limiter.guard;

import org.jspecify.annotations.NullMarked;
