/** Bans of requests, in no web technology: who is refused before anything else, and what requests are held against whom. */
@NullMarked
package io.github.limiter.spring.ban;

import org.jspecify.annotations.NullMarked;
