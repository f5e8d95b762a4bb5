package io.github.limiter.store.redis;

import io.github.limiter.algorithm.LuaSource;
import io.github.limiter.algorithm.RateLimitAlgorithm;
import io.github.limiter.policy.InvalidConfigurationException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the scripts together: what all share; the chunks of all algorithms as one function, or the functions of a single
 * one; and a frame.
 */
final class ScriptComposer {

    private static final String DIRECTORY = "/io/github/limiter/lua/";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

    private static final Pattern LINE = Pattern.compile("user_script:(\\d+):");

    private final Map<String, String> chunks = new LinkedHashMap<>();
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
            String name = nameOf(algorithm);
            String chunk = chunkOf(algorithm);
            chunks.put(name, chunk);
            text.append("if name == '").append(name).append("' then\n");
            algorithmsByFirstLine.put(lines(text) + 1, name);
            text.append(chunk).append("\nend\n");
        }
        opening = text.append("end\n\n").toString();
    }

    private static int lines(CharSequence text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }

    /** A script that serves all algorithms: what is before its frame, which gets their functions by {@code chunk(name)}. */
    RedisScript compose(String before, String frame) {
        return new RedisScript(opening + before + frame(frame));
    }

    /** A script for each algorithm, by name: its frame finds the functions {@code check} and {@code apply}. */
    Map<String, RedisScript> composeForEach(String frame) {
        Map<String, RedisScript> scripts = new HashMap<>();
        chunks.forEach((name, chunk) -> scripts.put(
                name,
                new RedisScript(frame("common.lua") + "\nlocal check, apply = (function()\n" + chunk + "\nend)()\n\n"
                        + frame(frame))));
        return Map.copyOf(scripts);
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
