/** Orders go on while reports flood a server: with tiers and without. */
@NullMarked
package io.github.limiter.benchmarks.tiers;

import org.jspecify.annotations.NullMarked;
