package io.github.limiter.load;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All handlers of a node, and how slow it has become: each handler is compared with itself, and what they say is put together
 * by what each usually does for the node. So it makes no difference which handlers are called how often, and one that has
 * become slow alone says little.
 *
 * <p>Together means: the geometric mean of the ratios, each weighted by the root of how many requests of the handler are
 * served in a second, at most the usual; a ratio that is far out counts as one that is not (a winsorized mean, see Dixon and
 * Tukey, "Approximate Behavior of the Distribution of Winsorized t", Technometrics 10, 1968). To reach a ratio, handlers
 * with two thirds of the weight have to be that slow or slower. The root keeps what is called most from speaking for all;
 * and what usually takes less than 10 ms weighs less, as files and probes do that wait for nothing. Handlers that are not
 * known yet say nothing.
 *
 * <p>Told of requests by any thread; looked at by one at a time.
 */
final class HandlerLoads {

    /** More than applications have; so that whatever they are told apart by, memory has a bound. */
    static final int MAX_HANDLERS = 500;

    /** Of what is asked for, a ratio counts as at most its power: so two thirds of the weight have to agree. */
    private static final double FAR_OUT = 1.5;

    /** In microseconds. What takes less hardly needs what gets scarce, such as a database. */
    private static final double QUICK = 10_000;

    private static final double SLOWLY = 1.0 / 300;

    private final Map<Object, HandlerLoad> handlers = new ConcurrentHashMap<>();

    /** Requests that are not with a handler yet, or are answered before. */
    private final HandlerLoad entrance = new HandlerLoad();

    /** Requests of handlers for which there is no room; they say nothing. */
    private final HandlerLoad others = new HandlerLoad();

    private double done;
    private double usualDone;
    private long age;

    HandlerLoad entrance() {
        return entrance;
    }

    HandlerLoad of(Object handler) {
        HandlerLoad known = handlers.get(handler);
        if (known != null) {
            return known;
        }
        // A few more than the bound, if several come at once, do no harm.
        return handlers.size() < MAX_HANDLERS
                ? handlers.computeIfAbsent(handler, unknown -> new HandlerLoad())
                : others;
    }

    int size() {
        return handlers.size();
    }

    long inFlight() {
        return entrance.inFlight()
                + others.inFlight()
                + handlers.values().stream().mapToLong(HandlerLoad::inFlight).sum();
    }

    /** Takes what has come since the last time, in some seconds; but for the first of them nothing has come. */
    void look(long seconds) {
        entrance.look(seconds);
        others.look(seconds);
        done = entrance.done() + others.done();
        for (HandlerLoad handler : handlers.values()) {
            handler.look(seconds);
            done += handler.done();
        }
        if (!isSilenceShared()) {
            handlers.values().forEach(HandlerLoad::waits);
        }
    }

    /** Handlers of which nothing is served tell nothing where others are simply not called: those may be long polls. */
    private boolean isSilenceShared() {
        double silent = 0;
        double idle = 0;
        for (HandlerLoad handler : handlers.values()) {
            if (handler.isSilent()) {
                silent += weight(handler);
            } else if (handler.isIdle()) {
                idle += weight(handler, handler.usual().rate());
            }
        }
        return silent > idle;
    }

    /** Learns from what was looked at last, which is one second. */
    void learn(double mostRatio) {
        age++;
        usualDone += (done - usualDone) * Math.max(1.0 / age, SLOWLY);
        entrance.learn(age, mostRatio);
        handlers.values().forEach(handler -> handler.learn(age, mostRatio));
    }

    /** Requests that were served. */
    double done() {
        return done;
    }

    double usualDone() {
        return usualDone;
    }

    /** Whether handlers that have become slow have at least so many requests under way, and more than is usual of them. */
    boolean isCrowded(int min) {
        double underWay = 0;
        double usual = 0;
        for (HandlerLoad handler : handlers.values()) {
            if (handler.ratio() >= AdaptiveLoad.CALM_RATIO) {
                underWay += handler.underWay();
                usual += handler.usual().inFlight();
            }
        }
        if (entranceRatio() >= AdaptiveLoad.CALM_RATIO) {
            underWay += entrance.underWay();
            usual += entrance.usual().inFlight();
        }
        return underWay >= min && underWay > usual;
    }

    /** How much slower than usual the node is, to be compared with a ratio. */
    double slowness(double ratio) {
        Mean mean = new Mean(FAR_OUT * Math.log(ratio));
        for (HandlerLoad handler : handlers.values()) {
            mean.add(weight(handler), handler.ratio());
        }
        mean.add(entrance.isSilent() ? Math.sqrt(usualDone * QUICK) : weight(entrance), entranceRatio());
        return Math.exp(mean.value());
    }

    private static double weight(HandlerLoad handler) {
        double rate = handler.usual().rate();
        return weight(handler, handler.isSilent() ? rate : Math.min(rate, handler.done()));
    }

    private static double weight(HandlerLoad handler, double rate) {
        return handler.isKnown()
                ? Math.sqrt(rate * Math.min(QUICK, handler.usual().latency()))
                : 0;
    }

    /** Nobody need ever have been answered before a handler: then no request is to be there longer than one usually takes. */
    private double entranceRatio() {
        return entrance.isSilent() && !entrance.isKnown() ? entrance.ratioTo(usualLatency()) : entrance.ratio();
    }

    /** Infinite where nothing is known. */
    private double usualLatency() {
        double sum = 0;
        double rates = 0;
        for (HandlerLoad handler : handlers.values()) {
            if (handler.isKnown()) {
                sum += handler.usual().rate() * handler.usual().latency();
                rates += handler.usual().rate();
            }
        }
        return rates == 0 ? Double.POSITIVE_INFINITY : sum / rates;
    }

    private static final class Mean {

        private final double far;
        private double sum;
        private double weights;

        Mean(double far) {
            this.far = far;
        }

        void add(double weight, double ratio) {
            sum += weight * Math.max(-far, Math.min(far, Math.log(ratio)));
            weights += weight;
        }

        double value() {
            return weights == 0 ? 0 : sum / weights;
        }
    }
}
