package io.github.limiter.replay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Reads times of logs. Days repeat from line to line, so the last one is remembered. */
final class LogTime {

    static final long UNKNOWN = Long.MIN_VALUE;

    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final long SECOND = 1_000_000;
    private static final int COMMON_LENGTH = "22/Jan/2019:03:56:14 +0330".length();
    private static final double MILLIS_FROM = 1e11;
    private static final double MICROS_FROM = 1e14;
    private static final double YEAR_10000 = 253_402_300_800e6;

    private String day = "";
    private long dayMicros;

    /** {@code 22/Jan/2019:03:56:14 +0330}, as that part of a line. */
    long common(String line, int start, int end) {
        if (end - start != COMMON_LENGTH) {
            return UNKNOWN;
        }
        try {
            if (day.isEmpty() || !line.startsWith(day, start)) {
                day = line.substring(start, start + 11);
                LocalDate date = LocalDate.of(
                        Integer.parseInt(day.substring(7, 11)),
                        MONTHS.indexOf(day.substring(3, 6)) + 1,
                        Integer.parseInt(day.substring(0, 2)));
                dayMicros = date.toEpochDay() * 86_400 * SECOND;
            }
            int seconds = (two(line, start + 12, 23) * 60 + two(line, start + 15, 59)) * 60 + two(line, start + 18, 60);
            int offset = (two(line, start + 22, 23) * 60 + two(line, start + 24, 59)) * 60;
            return dayMicros + (seconds - (line.charAt(start + 21) == '-' ? -offset : offset)) * SECOND;
        } catch (DateTimeException | NumberFormatException e) {
            day = "";
            return UNKNOWN;
        }
    }

    private static int two(String text, int at, int most) {
        int tens = text.charAt(at) - '0';
        int ones = text.charAt(at + 1) - '0';
        if (tens < 0 || tens > 9 || ones < 0 || ones > 9) {
            throw new NumberFormatException(text);
        }
        int number = 10 * tens + ones;
        if (number > most) {
            throw new NumberFormatException(text);
        }
        return number;
    }

    /** The same, ISO 8601, or seconds, milliseconds or microseconds since the epoch. */
    long any(String text) {
        long common = common(text, 0, text.length());
        if (common != UNKNOWN) {
            return common;
        }
        try {
            return number(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return iso(text);
        }
    }

    private static long number(double value) {
        if (!(value >= 0 && value < YEAR_10000)) {
            return UNKNOWN;
        }
        if (value >= MICROS_FROM) {
            return (long) value;
        }
        return Math.round(value * (value >= MILLIS_FROM ? 1_000 : SECOND));
    }

    private static long iso(String text) {
        try {
            Instant instant = DateTimeFormatter.ISO_DATE_TIME
                    .withZone(ZoneOffset.UTC)
                    .parse(text.replace(' ', 'T'), Instant::from);
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        } catch (DateTimeException e) {
            return UNKNOWN;
        }
    }
}
