package io.github.limiter.ban;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Evidence on its way: the first offences and the last ones, and how many there were. Bounded. */
final class Exhibits {

    /** More than there are rules. */
    private static final int MOST_RULES = 32;

    private final Map<String, Long> strikes = new HashMap<>();
    private final List<Offence> offences = new ArrayList<>();

    void add(Offence offence) {
        if (strikes.size() < MOST_RULES || strikes.containsKey(offence.rule())) {
            strikes.merge(offence.rule(), 1L, Long::sum);
        }
        if (offences.size() == Evidence.MOST) {
            offences.remove(Evidence.FIRST);
        }
        offences.add(offence);
    }

    Evidence evidence() {
        return offences.isEmpty() ? Evidence.NONE : new Evidence(strikes, offences);
    }
}
