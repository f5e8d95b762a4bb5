/** From an annotated method to the guard: parser, cache, advisor, interceptor, expressions. */
@NullMarked
package io.github.limiter.spring.interceptor;

import org.jspecify.annotations.NullMarked;
