/**
 * What a protected class says about itself: {@link io.github.limiter.annotation.RateLimit} and the names used in it. No
 * dependency, so that any module may be annotated.
 */
package io.github.limiter.annotation;
