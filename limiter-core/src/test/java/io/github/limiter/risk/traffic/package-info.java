/** Traffic by script and seed: attackers below every limit, and the people beside them. */
@NullMarked
package io.github.limiter.risk.traffic;

import org.jspecify.annotations.NullMarked;
