package io.github.limiter.store.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/**
 * Finds a {@code redis-server}: the file that the environment variable {@value #PROGRAM} names, which may be another version
 * or a Valkey; else on the PATH; else in a Maven artifact (Linux and macOS, amd64 and arm64).
 */
final class RedisProgram {

    static final String PROGRAM = "LIMITER_TEST_REDIS_SERVER";

    private static final String PATH = find();

    private RedisProgram() {}

    static String path() {
        return PATH;
    }

    /** Whether it was said which one. */
    static boolean isGiven() {
        return given() != null;
    }

    private static @Nullable String given() {
        String given = System.getenv(PROGRAM);
        return given == null || given.isBlank() ? null : given;
    }

    private static String find() {
        String given = given();
        if (given == null) {
            return onPath();
        }
        // One that was unpacked from an archive is not executable yet.
        File program = new File(given);
        if (!program.canExecute() && !program.setExecutable(true)) {
            throw new IllegalStateException(PROGRAM + " names no program: " + given);
        }
        return given;
    }

    private static String onPath() {
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
