package io.github.limiter.path;

import io.github.limiter.policy.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Paths that nobody has a reason to ask for, such as {@code /.env}: who does is looking for holes. Immutable. */
public final class TrapPaths {

    private static final String BELOW = "/**";

    private final Set<String> exact = new HashSet<>();
    private final List<String> trees = new ArrayList<>();

    private TrapPaths() {}

    /**
     * Reads traps.
     *
     * @param paths each begins with a slash; with {@code /**} at its end all below it too
     * @param element what they are the value of, for messages
     * @return the traps
     * @throws InvalidConfigurationException if one is not such a path, or is the root or everything
     */
    public static TrapPaths of(Collection<String> paths, String element) {
        TrapPaths traps = new TrapPaths();
        for (String written : paths) {
            boolean below = written.endsWith(BELOW);
            String path = below ? written.substring(0, written.length() - BELOW.length()) : written;
            String folded = RequestPath.of(path).folded();
            if (!path.startsWith("/") || path.contains("*") || folded.equals("/")) {
                throw new InvalidConfigurationException(
                        element,
                        written,
                        "is no path that could be a trap",
                        "Write one that nothing of yours is at, such as /.env or /wp-admin/**");
            }
            traps.exact.add(folded);
            if (below) {
                traps.trees.add(folded + '/');
            }
        }
        return traps;
    }

    /**
     * Whether a path is a trap, in whatever spelling and case it was written.
     *
     * @param path the path
     * @return true if it is
     */
    public boolean contains(RequestPath path) {
        if (isEmpty()) {
            return false;
        }
        String text = path.folded();
        if (exact.contains(text)) {
            return true;
        }
        for (String tree : trees) {
            if (text.startsWith(tree)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether there is none.
     *
     * @return true if nothing is contained
     */
    public boolean isEmpty() {
        return exact.isEmpty();
    }
}
