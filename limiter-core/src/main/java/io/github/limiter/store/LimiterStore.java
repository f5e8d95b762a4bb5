package io.github.limiter.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Keeps the counts and decides on them. Thread-safe. What every store must do is written down, executable, in
 * {@code LimiterStoreContract} of the test jar.
 */
public interface LimiterStore extends AutoCloseable {

    /**
     * Decides several limits as one: if all that {@linkplain LimitCheck#enforced() enforce} have room, those that have
     * room are charged; else nothing is. The time is that of the store.
     *
     * <p>A subject that a check with a {@linkplain LimitCheck#rule() rule} names and that is banned is refused first, with
     * all others of the call, and nothing is looked at. Where a limit with a rule refuses, its subject is struck, once a
     * call, in the same step; whoever's strike completes the rule is answered with the refusal and the ban.
     *
     * @param checks the limits of a call, with distinct keys; not empty
     * @return one result per check, in their order; completes exceptionally if the store could not be reached, and then
     *     may or may not have charged. Who has given up waiting cancels it: what was not sent by then need not be
     */
    CompletionStage<List<LimitResult>> decide(List<LimitCheck> checks);

    /**
     * Gives back what an admitted call took and did not use, such as the slot of a waiter that was cancelled. Best
     * effort: may give back less than was taken, never more. Not to be repeated, but for what was
     * {@linkplain LimitResult#isLent() lent} by a store that may lose a reply: that one knows which units it has back.
     *
     * @param results results of one {@link #decide} that admitted the call, or what several were lent
     * @return completes when it is done
     */
    CompletionStage<Void> giveBack(List<LimitResult> results);

    @Override
    default void close() {}
}
