/**
 * Decisions in HTTP. {@link io.github.limiter.spring.web.ProblemResponse} alone knows statuses, problem types and header
 * fields of a refusal, {@link io.github.limiter.spring.web.RateLimitFields} alone the fields of every guarded answer;
 * neither names a web technology. The other classes carry them into a servlet response.
 */
@NullMarked
package io.github.limiter.spring.web;

import org.jspecify.annotations.NullMarked;
