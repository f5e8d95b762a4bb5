package io.github.limiter.examples.fivelayers;

import java.util.List;
import java.util.Random;

/**
 * Somebody who asks again and again. Used by one thread at a time.
 *
 * @param kind of people or programs, for the tables
 * @param address the client's
 * @param user who logs in for it; empty for nobody
 * @param headers what else it says of itself: names and values in turns
 * @param startsAfterMillis from the start of the scenario
 * @param behaviour what is asked for next, and when
 */
record Visitor(
        String kind, String address, String user, List<String> headers, long startsAfterMillis, Behaviour behaviour) {

    /** What is asked for, and how long after it the next request is due. */
    record Step(String method, String path, long thenPauseMillis) {}

    /** Decides on the next request. */
    @FunctionalInterface
    interface Behaviour {

        Step next(Random random, int asked);
    }
}
