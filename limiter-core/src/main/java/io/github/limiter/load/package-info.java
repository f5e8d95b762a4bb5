/** How much the application can take at this moment: load levels, who sets them, and what they mean for calls by tier. */
@NullMarked
package io.github.limiter.load;

import org.jspecify.annotations.NullMarked;
