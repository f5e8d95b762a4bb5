package io.github.limiter.examples.fivelayers;

import java.util.Locale;

/** As much of a picture as the charts need. */
final class Svg {

    private static final double TITLE_AT = 26;
    private static final double SUBTITLE_AT = 46;

    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title, String subtitle) {
        text.append(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\" role=\"img\" aria-label=\"%s\">%n",
                width, height, escaped(title)));
        text.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text(20, TITLE_AT, "start", "font-size=\"17\" font-weight=\"bold\"", title);
        text(20, SUBTITLE_AT, "start", "fill=\"#555\"", subtitle);
    }

    void text(double x, double y, String anchor, String style, String words) {
        text.append(format(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n", x, y, anchor, style, escaped(words)));
    }

    void box(double x, double y, double width, double height, String colour) {
        text.append(format(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
                x, y, width, height, colour));
    }

    void horizontal(double from, double to, double y) {
        text.append(
                format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>%n", from, to, y, y));
    }

    /** A line through points, given as {@code x,y x,y}. */
    void line(String points, String colour) {
        text.append(
                format("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>%n", colour, points));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
