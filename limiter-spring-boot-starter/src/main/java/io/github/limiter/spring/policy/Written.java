package io.github.limiter.spring.policy;

/**
 * A text and where it is written.
 *
 * @param text what is written, placeholders filled
 * @param element where, for messages: {@code @RateLimit on Orders.create: key}, {@code limiter.policies.x.key}
 */
public record Written(String text, String element) {

    /**
     * As messages begin.
     *
     * @return such as {@code @RateLimit on Orders.create: key '#id'}
     */
    @Override
    public String toString() {
        return element + " '" + text + "'";
    }
}
