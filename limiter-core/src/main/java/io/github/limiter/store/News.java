package io.github.limiter.store;

import java.util.concurrent.CompletionStage;

/**
 * What the nodes of all applications on one store tell each other: about what they keep copies of, such as bans. What is
 * published reaches every node within a second, its publisher's too. Thread-safe.
 */
public interface News {

    /** Longest text that can be published, in characters: {@value}. */
    int MAX_LENGTH = 4_096;

    /**
     * Tells all nodes something.
     *
     * @param topic what it is about; who listens to it is told
     * @param text what there is to tell, at most {@value #MAX_LENGTH} characters
     * @return completes when it cannot get lost any more; exceptionally if it cannot be said whether it is on its way
     * @throws IllegalArgumentException if the text is longer
     */
    CompletionStage<Void> publish(String topic, String text);

    /**
     * Listens to a topic, from now on and for good. The first thing that a reader is told is a gap: what was published
     * before is not told again.
     *
     * @param topic as it is published
     * @param reader is told in the order of publication, on a thread that must not be blocked
     */
    void subscribe(String topic, Reader reader);

    /**
     * Whether this node hears what the others publish.
     *
     * @return false if what was published two seconds ago may not have been told here yet
     */
    boolean isCurrent();

    /**
     * For implementations.
     *
     * @param text to be published
     * @return the text
     * @throws IllegalArgumentException if it is too long
     */
    static String checked(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "news of " + text.length() + " characters; publish " + MAX_LENGTH + " at most");
        }
        return text;
    }

    /** Who listens. What it throws is logged, no more. */
    interface Reader {

        /**
         * Something was published.
         *
         * @param text what
         */
        void onNews(String text);

        /** News may have been lost: whatever rests on them is to be read again where it is kept. */
        void onGap();
    }
}
