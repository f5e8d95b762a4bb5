package io.github.limiter.replay;

import io.github.limiter.replay.AddressTally.Fate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All that is known when a log was played. */
final class Outcome {

    private static final int SHOWN = 300;
    private static final int DESCRIBED = 100_000;
    private static final int NAMED = 5;

    final Map<String, AddressTally> addresses = new LinkedHashMap<>();
    final Map<String, PolicyTally> policies = new LinkedHashMap<>();
    final Timeline timeline = new Timeline();
    final List<String> notes = new ArrayList<>();
    long lines;
    long malformed;

    /** Lines of connections on which nothing was asked for. */
    long withoutRequest;

    String firstMalformed = "";
    long late;
    long first = Long.MIN_VALUE;
    long last = Long.MIN_VALUE;
    long omitted;

    /** Requests that each rule has refused, and addresses that it has refused something first. */
    final Map<String, RuleCount> rules = new TreeMap<>();

    private int described;

    /** What one rule has done. */
    static final class RuleCount {

        long requests;
        long addresses;
    }

    /** Counts what was refused, before the address does. */
    void refused(LogLine line, AddressTally tally, String rule, String path) {
        RuleCount count = rules.computeIfAbsent(rule, name -> new RuleCount());
        count.requests++;
        count.addresses += tally.isRefused() ? 0 : 1;
        wouldRefuse(line, tally, path);
    }

    /** Keeps what the reader knows the address by; of so many addresses as anybody looks at. */
    void wouldRefuse(LogLine line, AddressTally tally, String path) {
        if (!tally.agent().isEmpty() || described < DESCRIBED) {
            described += tally.agent().isEmpty() ? 1 : 0;
            tally.describe(line.agent(), path);
        }
    }

    /** How many addresses each signal of the worst score speaks against, of those that it had consequences for. */
    Map<String, Integer> signals() {
        Map<String, Integer> signals = new TreeMap<>();
        tallies().stream()
                .filter(AddressTally::isSuspicious)
                .flatMap(tally -> tally.signals().stream())
                .forEach(signal -> signals.merge(signal, 1, Integer::sum));
        return signals;
    }

    /** Addresses whose limits would have been strikes if there were not many people behind them. */
    private void noteShared() {
        List<String> shared = addresses.entrySet().stream()
                .filter(entry -> entry.getValue().isSpared())
                .map(Map.Entry::getKey)
                .toList();
        if (!shared.isEmpty()) {
            notes.add(String.join(", ", shared.subList(0, Math.min(NAMED, shared.size())))
                    + (shared.size() > NAMED ? " and " + (shared.size() - NAMED) + " more" : "")
                    + ": five browsers or more load pictures there, so limits refuse requests, but are no strikes. An"
                    + " application knows by who is logged in that an address is shared; if nobody is at yours, give such"
                    + " addresses limiter.allow-list or a larger limit");
        }
    }

    /** A line that says nothing. */
    void malformed(String line) {
        if (malformed == 0) {
            firstMalformed = line.substring(0, Math.min(line.length(), SHOWN));
        }
        malformed++;
    }

    /** For people: from when to when. */
    String span() {
        return first == Long.MIN_VALUE ? "" : ", from " + ResultJson.time(first) + " to " + ResultJson.time(last);
    }

    /** Says what is played otherwise, and of what there is nothing to be seen. */
    void end(int maxAddresses) {
        policies.values().forEach(PolicyTally::end);
        noteShared();
        if (omitted > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%,d requests are left out, those of all addresses after the first %,d: raise --max-addresses, or the"
                            + " memory (java -Xmx)",
                    omitted,
                    maxAddresses));
        }
        if (first == Long.MIN_VALUE) {
            notes.add("There is no request in the log, so nothing is known of any rule");
        }
    }

    Collection<AddressTally> tallies() {
        return addresses.values();
    }

    long total(Fate fate) {
        return tallies().stream().mapToLong(tally -> tally.count(fate)).sum();
    }

    /** Requests that scenes in shadow would have refused. */
    long shadowed() {
        return tallies().stream().mapToLong(AddressTally::shadowed).sum();
    }

    /** How many addresses these came from. */
    long addressesShadowed() {
        return tallies().stream().filter(tally -> tally.shadowed() > 0).count();
    }

    /** Requests of callers who are told from others by their address, those whom the engines' ranges tell. */
    long ofGoodBots() {
        return tallies().stream()
                .filter(AddressTally::goodBot)
                .mapToLong(AddressTally::requests)
                .sum();
    }

    /** How many of these were refused. */
    long refusedOfGoodBots() {
        return tallies().stream()
                .filter(AddressTally::goodBot)
                .mapToLong(AddressTally::refused)
                .sum();
    }

    /** Requests that 60 a minute for each address would refuse, pictures counted. */
    long naive() {
        return tallies().stream().mapToLong(AddressTally::naive).sum();
    }

    /** Addresses under suspicion or not, of which that would refuse something or nothing. */
    long naiveAddresses(boolean suspicious, boolean refused) {
        return tallies().stream()
                .filter(tally -> tally.isSuspicious() == suspicious && tally.naive() > 0 == refused)
                .count();
    }

    long requests() {
        return tallies().stream().mapToLong(AddressTally::requests).sum();
    }

    /** Addresses to which it happened. */
    long addressesWith(Fate fate) {
        return tallies().stream().filter(tally -> tally.count(fate) > 0).count();
    }
}
