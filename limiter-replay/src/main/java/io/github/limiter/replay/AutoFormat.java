package io.github.limiter.replay;

import org.jspecify.annotations.Nullable;

/** JSON where a line begins as an object does, else combined: programs write a line of their own into their logs at times. */
final class AutoFormat implements LineFormat {

    private final LineFormat json;
    private final @Nullable LineFormat combined;

    AutoFormat(Columns columns) {
        json = new JsonFormat(columns);
        combined = columns.areNumbers() ? new CombinedFormat(columns) : null;
    }

    @Override
    public @Nullable LogLine parse(String line) {
        if (line.charAt(0) == '{' || line.stripLeading().startsWith("{")) {
            return json.parse(line);
        }
        return combined == null ? null : combined.parse(line);
    }
}
