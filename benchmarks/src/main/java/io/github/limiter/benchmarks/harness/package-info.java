/** Rounds, medians, ratios, and the report of them. */
@NullMarked
package io.github.limiter.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
