package io.github.limiter.replay;

import org.jspecify.annotations.Nullable;

/** How lines are written. Remembers what makes the next line faster, so it is for one thread. */
interface LineFormat {

    /** What a line says; null if it is not of this format, whatever it is; {@link LogLine#NO_REQUEST}. */
    @Nullable
    LogLine parse(String line);
}
