/** From annotations and properties to policies: what is written where, and what beats what. */
@NullMarked
package io.github.limiter.spring.policy;

import org.jspecify.annotations.NullMarked;
