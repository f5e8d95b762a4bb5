/**
 * CAPTCHAs over HTTP, in no web technology: the kinds of them, the two endpoints, and the page. The twins that carry it are
 * in {@code io.github.limiter.spring.web} and {@code io.github.limiter.spring.web.reactive}.
 */
@NullMarked
package io.github.limiter.spring.captcha;

import org.jspecify.annotations.NullMarked;
