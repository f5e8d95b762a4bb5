package io.github.limiter.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

/** A script of the class path on one connection of Lettuce's, as short a way as there is. */
final class LettuceScript {

    private final RedisAsyncCommands<String, String> commands;
    private final ScriptOutputType output;
    private final String sha;

    LettuceScript(RedisClient client, String resource, ScriptOutputType output) {
        StatefulRedisConnection<String, String> connection = client.connect();
        this.commands = connection.async();
        this.output = output;
        this.sha = connection.sync().scriptLoad(read(resource));
    }

    private static String read(String resource) {
        try (InputStream script = LettuceScript.class.getResourceAsStream(resource)) {
            if (script == null) {
                throw new IllegalStateException(resource + " is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    <T> CompletionStage<T> run(String[] keys, String... arguments) {
        return commands.evalsha(sha, output, keys, arguments);
    }
}
