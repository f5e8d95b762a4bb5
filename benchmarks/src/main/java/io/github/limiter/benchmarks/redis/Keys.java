package io.github.limiter.benchmarks.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;

/** The keys of this run. */
final class Keys {

    static final String PREFIX = "limiter-benchmark-" + Long.toString(System.nanoTime(), 36) + ":";

    private static final int BATCH = 1_000;

    private final RedisCommands<String, String> commands;

    Keys(RedisCommands<String, String> commands) {
        this.commands = commands;
    }

    /** Those that contain a text. */
    List<String> with(String text) {
        List<String> keys = new ArrayList<>();
        ScanArgs matching = ScanArgs.Builder.limit(BATCH).match("*" + text + "*");
        KeyScanCursor<String> cursor = commands.scan(matching);
        keys.addAll(cursor.getKeys());
        while (!cursor.isFinished()) {
            cursor = commands.scan(ScanCursor.of(cursor.getCursor()), matching);
            keys.addAll(cursor.getKeys());
        }
        return keys;
    }

    /** Bytes that they take, with all that the server keeps about them. */
    long bytes(List<String> keys) {
        return keys.stream().distinct().mapToLong(commands::memoryUsage).sum();
    }

    void delete(List<String> keys) {
        for (int from = 0; from < keys.size(); from += BATCH) {
            commands.unlink(
                    keys.subList(from, Math.min(keys.size(), from + BATCH)).toArray(String[]::new));
        }
    }
}
