/** What operators see of the limiter: the actuator endpoint, health. */
@NullMarked
package io.github.limiter.spring.actuate;

import org.jspecify.annotations.NullMarked;
