/** As much JSON (RFC 8259) as the library speaks, so that it needs no library for it. */
@NullMarked
package io.github.limiter.spring.json;

import org.jspecify.annotations.NullMarked;
