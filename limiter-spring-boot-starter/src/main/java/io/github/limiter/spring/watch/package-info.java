/** What became of requests, in no web technology: which of them offend, for those who count that. */
@NullMarked
package io.github.limiter.spring.watch;

import org.jspecify.annotations.NullMarked;
