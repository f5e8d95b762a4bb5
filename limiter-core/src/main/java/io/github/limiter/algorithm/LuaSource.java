package io.github.limiter.algorithm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lua in files beside the classes that use it, as for {@link RateLimitAlgorithm#luaChunk()}. */
public final class LuaSource {

    private static final String LIBRARY = "/io/github/limiter/lua/";

    private LuaSource() {}

    /**
     * The text of a file on the class path.
     *
     * @param owner a class of the jar that has the file
     * @param resource as for {@link Class#getResourceAsStream}
     * @return the text
     * @throws IllegalArgumentException if there is no such file
     */
    public static String read(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no " + resource + " on the class path of " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<String> builtIn(String file) {
        return Optional.of(read(LuaSource.class, LIBRARY + file));
    }
}
