package io.github.limiter.spring.autoconfigure;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, where an application runs it, that the memory store may take its locks on an event loop: they are
 * held for some hundred nanoseconds, for arithmetic alone. Found by BlockHound itself.
 */
public final class BlockHoundAllowance implements BlockHoundIntegration {

    /** Class of the locks; not visible from here. */
    static final String LOCK = "io.github.limiter.store.Segment";

    /** Its method that may have to wait. */
    static final String METHOD = "lock";

    /** Made by BlockHound. */
    public BlockHoundAllowance() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.allowBlockingCallsInside(LOCK, METHOD);
    }
}
