package io.github.limiter.risk;

import io.github.limiter.subject.Subject;

/**
 * What happened to one subject in one scene: two inputs for each gauge of its layout. Made and used up by one call.
 *
 * <p>For a {@link RiskStore} of one's own, which passes it on; what is in it is the library's.
 */
public final class Observation {

    private final Subject subject;
    private final Layout layout;
    private final long[] inputs;

    Observation(Subject subject, Layout layout) {
        this.subject = subject;
        this.layout = layout;
        this.inputs = new long[2 * layout.places().size()];
        for (int i = 0; i < inputs.length; i += 2) {
            inputs[i] = Gauge.NONE;
        }
    }

    void set(int gauge, long input, long more) {
        inputs[2 * gauge] = input;
        inputs[2 * gauge + 1] = more;
    }

    /** Adds to what another part of the same call has set. */
    void add(int gauge, long input) {
        long before = inputs[2 * gauge];
        inputs[2 * gauge] = before == Gauge.NONE ? input : before + input;
    }

    boolean isEmpty() {
        for (int i = 0; i < inputs.length; i += 2) {
            if (inputs[i] != Gauge.NONE) {
                return false;
            }
        }
        return true;
    }

    long input(int gauge) {
        return inputs[2 * gauge];
    }

    long more(int gauge) {
        return inputs[2 * gauge + 1];
    }

    Layout layout() {
        return layout;
    }

    /**
     * Who was seen.
     *
     * @return the subject
     */
    public Subject subject() {
        return subject;
    }

    /**
     * In which scene.
     *
     * @return name of the scene
     */
    public String scene() {
        return layout.scene();
    }
}
