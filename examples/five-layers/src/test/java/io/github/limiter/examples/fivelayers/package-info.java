/** The guard at nginx, before a Redis of its own. */
@NullMarked
package io.github.limiter.examples.fivelayers;

import org.jspecify.annotations.NullMarked;
