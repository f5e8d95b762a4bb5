package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.InvalidConfigurationException;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the scripts together: what all share, the chunks of all algorithms as one function, and a frame. */
final class ScriptComposer {

    private static final String DIRECTORY = "/io/github/limiter/lua/";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

    private static final Pattern LINE = Pattern.compile("user_script:(\\d+):");

    private final String opening;
    private final NavigableMap<Integer, String> algorithmsByFirstLine = new TreeMap<>();

    /**
     * For these algorithms.
     *
     * @throws InvalidConfigurationException if one of them has no Lua chunk or a name that cannot be quoted
     */
    ScriptComposer(Collection<? extends RateLimitAlgorithm> algorithms) {
        StringBuilder text = new StringBuilder(frame("common.lua"));
        text.append("\nlocal function chunk(name)\n");
        for (RateLimitAlgorithm algorithm : algorithms) {
            text.append("if name == '").append(nameOf(algorithm)).append("' then\n");
            algorithmsByFirstLine.put(lines(text) + 1, algorithm.name());
            text.append(chunkOf(algorithm)).append("\nend\n");
        }
        opening = text.append("end\n\n").toString();
    }

    private static int lines(CharSequence text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }

    RedisScript compose(String frame) {
        return new RedisScript(opening + frame(frame));
    }

    /** What to tell whoever wrote a chunk that Redis does not compile: it counts the lines of the whole script. */
    InvalidConfigurationException notCompiled(String message) {
        Matcher line = LINE.matcher(message);
        Map.Entry<Integer, String> chunk =
                line.find() ? algorithmsByFirstLine.floorEntry(Integer.parseInt(line.group(1))) : null;
        return new InvalidConfigurationException(
                "algorithm",
                chunk == null ? "?" : chunk.getValue(),
                "has Lua that Redis does not compile: " + message,
                chunk == null
                        ? "Correct what luaChunk() returns"
                        : "Correct line " + (Integer.parseInt(line.group(1)) - chunk.getKey() + 1)
                                + " of what luaChunk() returns");
    }

    private static String frame(String file) {
        return LuaSource.read(ScriptComposer.class, DIRECTORY + file);
    }

    private static String nameOf(RateLimitAlgorithm algorithm) {
        String name = algorithm.name();
        if (!NAME.matcher(name).matches()) {
            throw new InvalidConfigurationException(
                    "algorithm", name, "cannot be used on Redis", "Name it with A-Z a-z 0-9 . _ - alone");
        }
        return name;
    }

    private static String chunkOf(RateLimitAlgorithm algorithm) {
        return algorithm
                .luaChunk()
                .orElseThrow(() -> new InvalidConfigurationException(
                        "algorithm",
                        algorithm.name(),
                        "counts in memory only: " + algorithm.getClass().getName() + " has no Lua",
                        "Implement its luaChunk(), remove it, or set limiter.store=memory"));
    }
}
