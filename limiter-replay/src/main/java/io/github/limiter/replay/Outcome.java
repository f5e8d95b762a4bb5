package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** All that is known when a log was played. */
final class Outcome {

    final Map<String, AddressTally> addresses = new LinkedHashMap<>();
    final Map<String, PolicyTally> policies = new LinkedHashMap<>();
    final Timeline timeline = new Timeline();
    long lines;
    long malformed;
    long late;
    long first = Long.MIN_VALUE;
    long last = Long.MIN_VALUE;
    long omitted;

    Collection<AddressTally> tallies() {
        return addresses.values();
    }

    long total(Fate fate) {
        return tallies().stream().mapToLong(tally -> tally.count(fate)).sum();
    }

    long requests() {
        return tallies().stream().mapToLong(AddressTally::requests).sum();
    }

    /** Addresses to which it happened. */
    long addressesWith(Fate fate) {
        return tallies().stream().filter(tally -> tally.count(fate) > 0).count();
    }
}
