package io.github.limiter.spring.interceptor;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * By which names expressions know the arguments of a method: those of its parameters, and their positions as {@code p0}
 * or {@code a0}, which need no names compiled in.
 */
final class Arguments {

    private final Map<String, Integer> positions = new HashMap<>();
    private final String @Nullable [] names;

    Arguments(String @Nullable [] names, int count) {
        this.names = names;
        for (int i = 0; i < count; i++) {
            positions.put("p" + i, i);
            positions.put("a" + i, i);
        }
        for (int i = 0; names != null && i < names.length; i++) {
            positions.put(names[i], i);
        }
    }

    /** Whether the names of the parameters were compiled in. */
    boolean haveNames() {
        return names != null;
    }

    @Nullable
    Integer position(String name) {
        return positions.get(name);
    }

    /** What there is to name, for messages. */
    String known() {
        return names == null || names.length == 0
                ? "#root or @bean"
                : "#" + String.join(", #", names) + ", #root or @bean";
    }
}
