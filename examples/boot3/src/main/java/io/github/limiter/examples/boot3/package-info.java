/** A small application on Spring Boot 3.5 whose interfaces are protected by annotations alone. */
@NullMarked
package io.github.limiter.examples.boot3;

import org.jspecify.annotations.NullMarked;
