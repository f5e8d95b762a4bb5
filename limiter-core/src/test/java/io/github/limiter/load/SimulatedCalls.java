package io.github.limiter.load;

import io.github.limiter.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** Calls of handlers, each of which takes its time whatever the others do; log-normal, as most are. */
final class SimulatedCalls {

    private static final double SPREAD = 0.5;

    private final AdaptiveLoad load;
    private final ManualTime time;
    private final Random random;
    private final Map<String, Double> millis = new HashMap<>();
    private final Map<String, Double> perSecond = new HashMap<>();
    private final Map<String, Integer> atOnce = new HashMap<>();
    private final Map<String, Integer> held = new HashMap<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::at));
    private final List<LoadLevel> levels = new ArrayList<>();

    private record Event(long at, Runnable action) {}

    SimulatedCalls(AdaptiveLoad load, ManualTime time, long seed) {
        this.load = load;
        this.time = time;
        this.random = new Random(seed);
        levels.add(LoadLevel.NORMAL);
    }

    /** From now on calls of a handler take so long. */
    SimulatedCalls takes(String handler, double meanMillis) {
        millis.put(handler, meanMillis);
        return this;
    }

    /** From now on so many come in a second, at random. */
    SimulatedCalls come(String handler, double rate) {
        boolean known = perSecond.put(handler, rate) != null;
        if (!known) {
            nextOf(handler);
        }
        return this;
    }

    /** From now on so many are made at once by one client, each as soon as one is answered. */
    SimulatedCalls hold(String handler, int number) {
        atOnce.put(handler, number);
        while (held.getOrDefault(handler, 0) < number) {
            held.merge(handler, 1, Integer::sum);
            again(handler);
        }
        return this;
    }

    SimulatedCalls run(Duration length) {
        long end = time.micros() + length.toNanos() / 1_000;
        while (!events.isEmpty() && events.peek().at <= end) {
            Event event = events.remove();
            time.moveTo(event.at);
            event.action.run();
            look();
        }
        time.moveTo(end);
        look();
        return this;
    }

    /** All levels there were, in their order. */
    List<LoadLevel> levels() {
        return levels;
    }

    private void look() {
        LoadLevel level = load.level();
        if (level != levels.get(levels.size() - 1)) {
            levels.add(level);
        }
    }

    private void nextOf(String handler) {
        double rate = perSecond.get(handler);
        long wait = rate == 0 ? 1_000_000 : 1 + Math.round(-Math.log(1 - random.nextDouble()) * 1e6 / rate);
        events.add(new Event(time.micros() + wait, () -> {
            if (perSecond.get(handler) > 0) {
                call(handler, () -> {});
            }
            nextOf(handler);
        }));
    }

    private void again(String handler) {
        call(handler, () -> {
            if (held.get(handler) <= atOnce.get(handler)) {
                again(handler);
            } else {
                held.merge(handler, -1, Integer::sum);
            }
        });
    }

    private void call(String handler, Runnable then) {
        RequestTime request = load.begin();
        request.handledBy(handler);
        long takes = 1 + Math.round(millis.get(handler) * 1_000 * Math.exp(random.nextGaussian() * SPREAD));
        events.add(new Event(time.micros() + takes, () -> {
            request.end(AdaptiveLoad.End.SERVED);
            then.run();
        }));
    }
}
