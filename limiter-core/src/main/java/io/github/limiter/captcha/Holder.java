package io.github.limiter.captcha;

import org.jspecify.annotations.Nullable;

/**
 * Who shows a pass.
 *
 * @param user text of the user's subject, {@code user:carol}; null if nobody is logged in
 * @param network text of the address's network, {@code subnet:203.0.113.0/24}
 */
public record Holder(@Nullable String user, String network) {}
