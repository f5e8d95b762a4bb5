/** Decisions on Redis: the store with either client, and the peers. */
@NullMarked
package io.github.limiter.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
