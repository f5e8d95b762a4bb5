package io.github.limiter.risk;

import io.github.limiter.path.RequestPath;
import org.jspecify.annotations.Nullable;

/**
 * What a request says, as far as signals look at it. Any of it may be a lie. Immutable.
 *
 * @param method of HTTP
 * @param path what is asked for
 * @param agent {@code User-Agent}; null without one
 * @param referrer {@code Referer}; null without one
 * @param language {@code Accept-Language}; null without one
 * @param complete whether all of this is known; a log knows no {@code Accept-Language}
 */
public record RequestFacts(
        String method,
        RequestPath path,
        @Nullable String agent,
        @Nullable String referrer,
        @Nullable String language,
        boolean complete) {}
