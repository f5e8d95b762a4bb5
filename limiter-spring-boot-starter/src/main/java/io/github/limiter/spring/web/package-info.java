/** Decisions in HTTP. */
@NullMarked
package io.github.limiter.spring.web;

import org.jspecify.annotations.NullMarked;
