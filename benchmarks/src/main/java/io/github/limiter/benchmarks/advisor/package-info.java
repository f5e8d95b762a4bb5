/** What an annotation costs over a call of the guard, and what expressions cost on top. */
@NullMarked
package io.github.limiter.benchmarks.advisor;

import org.jspecify.annotations.NullMarked;
