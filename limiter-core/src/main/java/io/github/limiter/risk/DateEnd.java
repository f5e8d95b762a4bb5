package io.github.limiter.risk;

/**
 * Dates that are written with the year at the end, as {@code 15-12-2018}: from one day to the next it is not the last number
 * that moves.
 */
final class DateEnd {

    private static final int CENTURY = 100;
    private static final int MOST_DIGITS = 2;

    private DateEnd() {}

    static boolean isYear(long number) {
        return number / CENTURY == 19 || number / CENTURY == 20;
    }

    /**
     * Day and month together, in whichever order they stand: from one day to the next it moves by one.
     *
     * @param year where the year begins
     * @param otherwise the answer, if this is no date
     */
    static long moving(String text, int year, long otherwise) {
        int second = beginning(text, year - 1);
        int first = second < 0 ? -1 : beginning(text, second - 1);
        return first < 0
                ? otherwise
                : PathShape.number(text, first, second - 1) + PathShape.number(text, second, year - 1);
    }

    /** Where the one or two digits begin that end at a separator; −1 if none do. */
    private static int beginning(String text, int separator) {
        char c = text.charAt(separator);
        if (c != '-' && c != '.' && c != '_') {
            return -1;
        }
        int from = separator;
        while (from > 0 && text.charAt(from - 1) >= '0' && text.charAt(from - 1) <= '9') {
            from--;
        }
        return from < separator && separator - from <= MOST_DIGITS ? from : -1;
    }
}
