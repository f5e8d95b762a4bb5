/** Decorators around any store: one refuses without asking it, one lives without it. */
@NullMarked
package io.github.limiter.store.resilience;

import org.jspecify.annotations.NullMarked;
