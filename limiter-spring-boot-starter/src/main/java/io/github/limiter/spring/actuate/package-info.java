/** What operators see of the limiter. */
@NullMarked
package io.github.limiter.spring.actuate;

import org.jspecify.annotations.NullMarked;
