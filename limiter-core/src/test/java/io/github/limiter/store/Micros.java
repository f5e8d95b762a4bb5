package io.github.limiter.store;

import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as tables write them: {@code 1m}, {@code 100ms}, {@code 1s-1us}, {@code 1h+30m}, {@code 0}. */
final class Micros {

    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "d", ChronoUnit.DAYS,
            "h", ChronoUnit.HOURS,
            "m", ChronoUnit.MINUTES,
            "s", ChronoUnit.SECONDS,
            "ms", ChronoUnit.MILLIS,
            "us", ChronoUnit.MICROS);
    private static final Pattern TERM = Pattern.compile("([+-]?)([0-9]+)(d|h|ms|us|m|s)");

    private Micros() {}

    static long parse(String text) {
        if (text.equals("0")) {
            return 0;
        }
        Matcher term = TERM.matcher(text);
        long sum = 0;
        int end = 0;
        while (end < text.length()) {
            if (!term.find(end)
                    || term.start() != end
                    || (end > 0 && term.group(1).isEmpty())) {
                throw new IllegalArgumentException("not a length of time: " + text);
            }
            long value = Long.parseLong(term.group(2))
                    * UNITS.get(term.group(3)).getDuration().toNanos()
                    / 1_000;
            sum += term.group(1).equals("-") ? -value : value;
            end = term.end();
        }
        return sum;
    }
}
