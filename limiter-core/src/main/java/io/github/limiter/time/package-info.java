/** Where "now" comes from. */
@NullMarked
package io.github.limiter.time;

import org.jspecify.annotations.NullMarked;
