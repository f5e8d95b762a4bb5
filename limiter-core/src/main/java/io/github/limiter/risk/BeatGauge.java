package io.github.limiter.risk;

/**
 * How regular intervals are: the share, per mille, of those that fit the beat, a moving average over about fifteen. An
 * interval fits if it is one to four beats long, give or take a tenth: a beat that was missed does not break it, and a
 * clock that jumps counts as one interval that does not fit. After three misfits in a row the last one is the beat. What
 * comes within 100 ms belongs to the call before. Four numbers.
 *
 * <p>Intervals of whole seconds, to the microsecond, are those of a clock that knows no less, as most logs have it. On such
 * a clock whoever calls often has a beat of a second or two, so that no beat below three fits.
 */
final class BeatGauge extends Gauge {

    private static final long SAME = 100_000;
    private static final long SECOND = 1_000_000;
    private static final long SHORTEST_OF_WHOLE_SECONDS = 3 * SECOND;
    private static final long MISSED = 4;
    private static final long MISFITS = 3;

    BeatGauge(long pause) {
        super("beat", 4, pause, 0);
    }

    @Override
    long lives() {
        return first();
    }

    @Override
    long step(long[] state, int at, long input, long more, long now) {
        long last = state[at];
        long interval = now - last;
        if (last != 0 && Math.abs(interval) > first()) {
            if (input == NONE) {
                return 0;
            }
            state[at + 1] = 0;
            state[at + 2] = 0;
            state[at + 3] = 0;
        } else if (input != NONE && last != 0 && interval > SAME) {
            measure(state, at, interval);
        }
        if (input != NONE) {
            state[at] = now;
        }
        return state[at + 2] * PER_MILLE / SHARE_ONE;
    }

    private static void measure(long[] state, int at, long interval) {
        long beat = state[at + 1];
        if (beat == 0) {
            state[at + 1] = interval;
            return;
        }
        long beats = Math.max(1, (interval + beat / 2) / beat);
        boolean fits = beats <= MISSED
                && Math.abs(interval - beats * beat) * 10 <= beat
                && (beat >= SHORTEST_OF_WHOLE_SECONDS || interval % SECOND != 0);
        state[at + 2] = share(state[at + 2], fits);
        if (fits) {
            state[at + 1] = (beat * 7 + interval / beats) / 8;
            state[at + 3] = 0;
        } else if (++state[at + 3] >= MISFITS) {
            state[at + 1] = interval;
            state[at + 3] = 0;
        }
    }
}
