package io.github.limiter.store.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import redis.embedded.RedisExecProvider;

/** Finds a {@code redis-server}: on the PATH, else in a Maven artifact (Linux and macOS, amd64 and arm64). */
final class RedisProgram {

    private static final String PATH = find();

    private RedisProgram() {}

    static String path() {
        return PATH;
    }

    private static String find() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseGet(RedisProgram::carried);
    }

    private static String carried() {
        try {
            return RedisExecProvider.defaultProvider().get().getAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
