/** The load of this node, measured on its requests. */
@NullMarked
package io.github.limiter.spring.load;

import org.jspecify.annotations.NullMarked;
