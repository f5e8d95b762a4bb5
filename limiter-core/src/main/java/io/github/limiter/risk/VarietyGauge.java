package io.github.limiter.risk;

/**
 * How many of the calls within a window brought something new, per mille: many people behind one address have many agents
 * but use each again and again, who changes the agent with every call does not. 0 below a minimum of calls.
 */
final class VarietyGauge extends DistinctGauge {

    VarietyGauge(long window, long minimum) {
        super("variety", window, minimum);
    }

    @Override
    long value(long different, long all) {
        return all < second() ? 0 : Math.min(PER_MILLE, different * PER_MILLE / all);
    }
}
