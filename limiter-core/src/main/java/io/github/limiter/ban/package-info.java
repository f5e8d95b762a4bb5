/** Who is refused, since when, why and until when: {@link io.github.limiter.ban.Bans} is what applications see of it. */
@NullMarked
package io.github.limiter.ban;

import org.jspecify.annotations.NullMarked;
