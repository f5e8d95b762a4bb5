package io.github.limiter.ban;

/** Is told what happens to subjects, on the node where it happens and the thread that knows: be quick, never block. */
@FunctionalInterface
public interface BanListener {

    /**
     * Something happened.
     *
     * @param event what; an exception is logged, no more
     */
    void onBanEvent(BanEvent event);
}
