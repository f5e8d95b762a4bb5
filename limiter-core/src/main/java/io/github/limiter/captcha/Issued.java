package io.github.limiter.captcha;

import java.time.Duration;
import java.util.Map;

/**
 * A challenge as its client sees it.
 *
 * @param id to be sent back with the answer
 * @param provider name of the kind
 * @param shown the puzzle, as {@link Puzzle#shown()}
 * @param lifetime for how long an answer is accepted
 */
public record Issued(String id, String provider, Map<String, Object> shown, Duration lifetime) {}
