package io.github.limiter.benchmarks.harness;

import java.util.Locale;

/**
 * A figure that is wanted of the library, and what came out.
 *
 * @param subject what is measured
 * @param wanted the bound
 * @param measured the value, with its spread
 * @param met whether the median keeps the bound
 */
public record Figure(String subject, String wanted, String measured, boolean met) {

    /**
     * A ratio that should be large.
     *
     * @param subject what is measured
     * @param ratio what came out
     * @param bound the least that is wanted
     * @return the figure
     */
    public static Figure atLeast(String subject, Ratio ratio, double bound) {
        return new Figure(subject, "≥ " + plain(bound) + " ×", ratio.toString(), ratio.value() >= bound);
    }

    /**
     * A ratio that should be above one.
     *
     * @param subject what is measured
     * @param ratio what came out
     * @return the figure
     */
    public static Figure faster(String subject, Ratio ratio) {
        return new Figure(subject, "> 1 ×", ratio.toString(), ratio.value() > 1);
    }

    /**
     * An amount that should be small.
     *
     * @param subject what is measured
     * @param amount what came out
     * @param bound the most that is wanted
     * @param unit of both
     * @return the figure
     */
    public static Figure atMost(String subject, Samples amount, double bound, String unit) {
        String measured =
                String.format(Locale.ROOT, "%.0f %s (%.0f–%.0f)", amount.median(), unit, amount.low(), amount.high());
        return new Figure(subject, "≤ " + plain(bound) + " " + unit, measured, amount.median() <= bound);
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) ? String.valueOf((long) bound) : String.valueOf(bound);
    }
}
