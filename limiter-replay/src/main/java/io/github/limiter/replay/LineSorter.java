package io.github.limiter.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Brings lines into the order of their times. Servers write a line when a request ends, so they are nearly in order: each
 * waits until lines of a window later have been seen, and takes its place among those that wait. Bounded; what comes later
 * than that is played at once and counted. Lines of one time stay in their order.
 */
final class LineSorter {

    static final int MOST = 100_000;

    private final long windowMicros;
    private final Consumer<LogLine> sorted;
    private final Deque<LogLine> waiting = new ArrayDeque<>();
    private final Deque<LogLine> aside = new ArrayDeque<>();
    private long newest = Long.MIN_VALUE;
    private long played = Long.MIN_VALUE;
    private long late;

    LineSorter(long windowMicros, Consumer<LogLine> sorted) {
        this.windowMicros = windowMicros;
        this.sorted = sorted;
    }

    void add(LogLine line) {
        if (line.micros() < played) {
            late++;
            sorted.accept(line);
            return;
        }
        while (!waiting.isEmpty() && waiting.getLast().micros() > line.micros()) {
            aside.push(waiting.removeLast());
        }
        waiting.addLast(line);
        while (!aside.isEmpty()) {
            waiting.addLast(aside.pop());
        }
        newest = Math.max(newest, line.micros());
        while (!waiting.isEmpty() && (waiting.getFirst().micros() < newest - windowMicros || waiting.size() > MOST)) {
            play();
        }
    }

    /** Nothing comes any more. */
    void end() {
        while (!waiting.isEmpty()) {
            play();
        }
    }

    private void play() {
        LogLine line = waiting.removeFirst();
        played = Math.max(played, line.micros());
        sorted.accept(line);
    }

    long late() {
        return late;
    }
}
