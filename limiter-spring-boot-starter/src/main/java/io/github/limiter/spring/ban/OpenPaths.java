package io.github.limiter.spring.ban;

import io.github.limiter.path.RequestPath;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * What a ban does not close, so that whoever is banned by mistake can lift it: endpoints that have an authority of their
 * own. Immutable.
 */
public final class OpenPaths {

    private final SingletonSupplier<List<String>> roots;

    /**
     * Paths.
     *
     * @param roots each with all below it, asked for on first use; those that are empty or the root are left out
     */
    public OpenPaths(Supplier<Collection<String>> roots) {
        this.roots = SingletonSupplier.of(() -> roots.get().stream()
                .filter(root -> root.startsWith("/"))
                .map(root -> RequestPath.of(root).text())
                .filter(root -> !root.equals("/"))
                .toList());
    }

    /**
     * Whether a ban leaves a path open. One that is written in an odd way never is: it may lead elsewhere.
     *
     * @param path what is asked for
     * @param written as it came over the network
     * @return true if it is open
     */
    boolean contain(RequestPath path, String written) {
        if (path.illegal() || written.indexOf(';') >= 0 || hidesSlash(written) || written.contains("//")) {
            return false;
        }
        for (String root : roots.obtain()) {
            if (path.text().startsWith(root)
                    && (path.text().length() == root.length() || path.text().charAt(root.length()) == '/')) {
                return true;
            }
        }
        return false;
    }

    private static boolean hidesSlash(String written) {
        return written.contains("%2f") || written.contains("%2F");
    }
}
