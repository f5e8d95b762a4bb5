package io.github.limiter.spring;

import reactor.blockhound.BlockHound;

/** Has threads that must not block fail when they do; for the rest of the JVM's life. */
public final class BlockingWatch {

    private BlockingWatch() {}

    public static void begin() {
        BlockHound.builder()
                .loadIntegrations()
                // Writers of one connection of Lettuce's share a lock for the time of an increment.
                .allowBlockingCallsInside("io.lettuce.core.protocol.SharedLock", "incrementWriters")
                .install();
    }
}
