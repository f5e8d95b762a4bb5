/** Decisions in memory: the store and the guard, and the peers, each kept in a cache of the same bound. */
@NullMarked
package io.github.limiter.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
