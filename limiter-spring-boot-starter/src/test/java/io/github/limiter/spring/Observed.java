package io.github.limiter.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;

/** What traces travel in: an observation that is open on a thread, or in the context of a subscription. */
public final class Observed {

    /** The one that context propagation knows. */
    public static final ObservationRegistry REGISTRY = ObservationRegistry.create();

    static {
        // Without a handler nothing is observed.
        REGISTRY.observationConfig().observationHandler(context -> true);
        ObservationThreadLocalAccessor.getInstance().setObservationRegistry(REGISTRY);
    }

    private Observed() {}

    /** The name of what is open on this thread. */
    public static String current() {
        Observation current = REGISTRY.getCurrentObservation();
        return current == null ? "nothing" : String.valueOf(current.getContext().getName());
    }
}
