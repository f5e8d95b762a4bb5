/**
 * Decisions in HTTP, in a reactive application: what {@code io.github.limiter.spring.web} does with servlets, without
 * ever holding a thread.
 */
@NullMarked
package io.github.limiter.spring.web.reactive;

import org.jspecify.annotations.NullMarked;
