/** The library measured in turn with its peers, as ratios. */
@NullMarked
package io.github.limiter.benchmarks;

import org.jspecify.annotations.NullMarked;
