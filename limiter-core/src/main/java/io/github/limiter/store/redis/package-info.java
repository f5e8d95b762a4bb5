/**
 * Counts that all nodes share, on Redis. One script decides a call; {@link io.github.limiter.store.redis.ScriptExecutor}
 * is all that is asked of a client.
 */
@NullMarked
package io.github.limiter.store.redis;

import org.jspecify.annotations.NullMarked;
