/** An access log replayed through the rules, in its own time. */
@NullMarked
package io.github.limiter.replay;

import org.jspecify.annotations.NullMarked;
