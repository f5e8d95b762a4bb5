package io.github.limiter.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings lines into the order of their times. Servers write a line when a request ends, so they are nearly in order: each
 * waits until lines of a window later have been seen, and takes its place among those that wait. Bounded, in lines and in the
 * length of their texts; what comes later than that is played at once and counted. Lines of one time stay in their order. The
 * first lines, up to the bound, are sorted as a whole: a small log may be in any order.
 */
final class LineSorter {

    static final int MOST = 100_000;

    /** Of the texts of all that wait, in characters. */
    static final int MOST_TEXT = 32 << 20;

    private final long windowMicros;
    private final Consumer<LogLine> sorted;
    private final Deque<LogLine> waiting = new ArrayDeque<>();
    private final Deque<LogLine> aside = new ArrayDeque<>();
    private final int whole;
    private @Nullable List<LogLine> first;
    private long newest = Long.MIN_VALUE;
    private long played = Long.MIN_VALUE;
    private long late;
    private long text;

    LineSorter(long windowMicros, Consumer<LogLine> sorted) {
        this(windowMicros, sorted, MOST);
    }

    /** The first so many are sorted as a whole. */
    LineSorter(long windowMicros, Consumer<LogLine> sorted, int whole) {
        this.windowMicros = windowMicros;
        this.sorted = sorted;
        this.whole = whole;
        this.first = whole == 0 ? null : new ArrayList<>();
    }

    void add(LogLine line) {
        if (first == null) {
            stream(line);
            return;
        }
        first.add(line);
        text += line.textLength();
        if (first.size() == whole || text > MOST_TEXT) {
            streamFirst(first);
        }
    }

    private void streamFirst(List<LogLine> lines) {
        first = null;
        text = 0;
        lines.sort(Comparator.comparingLong(LogLine::micros));
        lines.forEach(this::stream);
    }

    private void stream(LogLine line) {
        if (line.micros() < played) {
            late++;
            sorted.accept(line);
            return;
        }
        while (!waiting.isEmpty() && waiting.getLast().micros() > line.micros()) {
            aside.push(waiting.removeLast());
        }
        waiting.addLast(line);
        text += line.textLength();
        while (!aside.isEmpty()) {
            waiting.addLast(aside.pop());
        }
        newest = Math.max(newest, line.micros());
        while (!waiting.isEmpty() && (waiting.getFirst().micros() < newest - windowMicros || isFull())) {
            play();
        }
    }

    private boolean isFull() {
        return waiting.size() > MOST || text > MOST_TEXT;
    }

    /** Nothing comes any more. */
    void end() {
        if (first != null) {
            streamFirst(first);
        }
        while (!waiting.isEmpty()) {
            play();
        }
    }

    private void play() {
        LogLine line = waiting.removeFirst();
        text -= line.textLength();
        played = Math.max(played, line.micros());
        sorted.accept(line);
    }

    long late() {
        return late;
    }
}
