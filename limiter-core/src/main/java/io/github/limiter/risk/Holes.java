package io.github.limiter.risk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The list of what scanners ask for, {@code holes.txt}: read once, looked up by the segments of a path. */
final class Holes {

    private static final String FILE = "holes.txt";

    private final Map<String, Hole> bySegments = new HashMap<>();

    /** By what a segment, or two in a row, begin with; or the path, if that begins with a slash. */
    private final List<Hole> beginnings = new ArrayList<>();

    private Holes() {}

    static Holes shipped() {
        try (InputStream in = Holes.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the jar");
            }
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Holes read(String text) {
        Holes holes = new Holes();
        text.lines().filter(line -> !line.isBlank() && line.charAt(0) != '#').forEach(holes::add);
        return holes;
    }

    private void add(String line) {
        int space = line.indexOf(' ');
        Hole.Counts counts = Hole.Counts.valueOf(line.substring(0, space).toUpperCase(Locale.ROOT));
        String word = line.substring(space + 1);
        if (word.endsWith("*")) {
            beginnings.add(new Hole(word.substring(0, word.length() - 1), counts));
        } else if (bySegments.put(word, new Hole(word, counts)) != null) {
            throw new IllegalStateException(FILE + " has " + word + " twice");
        }
    }

    /** The one in a path that counts most; null without one. The path is in lower case. */
    @Nullable
    Hole in(String path) {
        Hole found = most(bySegments.get(path), beginningAt(path, 0));
        int begin = 1;
        while (begin > 0 && begin < path.length()) {
            int end = end(path, begin);
            found = most(found, bySegments.get(path.substring(begin, end)));
            found = most(found, beginningAt(path, begin));
            if (end < path.length()) {
                found = most(found, bySegments.get(path.substring(begin, end(path, end + 1))));
            }
            begin = end + 1;
        }
        return found;
    }

    private @Nullable Hole beginningAt(String path, int at) {
        Hole found = null;
        for (Hole hole : beginnings) {
            if (path.startsWith(hole.word(), at)) {
                found = most(found, hole);
            }
        }
        return found;
    }

    private static int end(String path, int begin) {
        int slash = path.indexOf('/', begin);
        return slash < 0 ? path.length() : slash;
    }

    private static @Nullable Hole most(@Nullable Hole one, @Nullable Hole other) {
        return one == null || other != null && other.counts().isMoreThan(one.counts()) ? other : one;
    }
}
